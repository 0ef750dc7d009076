import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/** Focuses the page heading, now or when the open dialog closes, so that screen readers announce the page. */
export function focusPage(): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focusHeading, { once: true });
  else focusHeading();
}

/** Calls `focusPage` after a response, unless the user has moved on to an element outside the dialog. */
export function focusPageIfLost(): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.closest('dialog')) focusPage();
}

interface PageHeadingProps {
  /** Page name, used as heading and document title. */
  readonly children: string;
  /** Hides the heading visually. Screen readers still read it. */
  readonly hidden?: boolean;
}

/** The `h1` heading of a page. Sets the document title and can receive the focus. */
export function PageHeading({ children, hidden = false }: PageHeadingProps) {
  return (
    <>
      <title>{`${children} · Kindra`}</title>
      <h1 className={classNames(styles.heading, hidden && 'visually-hidden')} data-page-heading tabIndex={-1}>
        {children}
      </h1>
    </>
  );
}
