import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the page heading, so that it is never lost and screen readers announce the page. If a
 * dialog is open, the heading receives the focus when the dialog closes.
 */
export function focusPage(): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focusHeading, { once: true });
  else focusHeading();
}

/**
 * Calls `focusPage` after a response if the focus was lost or is in the dialog that the response closes.
 * Otherwise the reader has moved on and keeps the focus.
 */
export function focusPageIfLost(): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.closest('dialog')) focusPage();
}

interface PageHeadingProps {
  /** Name of the page, used as heading and document title. */
  readonly children: string;
  /** Hides the heading visually; screen readers still read it. */
  readonly hidden?: boolean;
}

/** The `h1` of a page. Sets the document title and can receive the focus. */
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
