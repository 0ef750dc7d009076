import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the page's heading, so that it never gets lost and screen readers say where the reader is. While a
 * dialog is open it has the focus: the heading gets it when the dialog closes, instead of what had it before.
 */
export function focusPage(): void {
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focusHeading, { once: true });
  else focusHeading();
}

/**
 * The same when an answer has come, for who has nothing else by then: the focus was lost, or is in the dialog that the
 * answer closes. Who has gone on meanwhile, here or on another page, keeps it.
 */
export function focusPageIfLost(): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.closest('dialog')) focusPage();
}

export interface PageHeadingProps {
  /** The page's name: heading and title of the document. */
  readonly children: string;
  /** Keeps the heading for screen readers alone, where the page's look says enough. */
  readonly hidden?: boolean;
}

/** The one heading of a page. It names the document and takes the focus when the page opens. */
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
