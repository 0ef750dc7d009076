import { classNames } from './class-names.ts';
import styles from './page-heading.module.css';

/** Moves the focus to the page's heading, so that it never gets lost and screen readers say where the reader is. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>('[data-page-heading]') ?? document.querySelector('main');
  target?.focus({ preventScroll: true });
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
