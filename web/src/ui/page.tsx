import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import styles from './page.module.css';
import { PageHeading } from './page-heading.tsx';

interface PageProps {
  /** Maximum width as a CSS length; the width of a feed by default. */
  readonly width?: string;
  /** Distance between the children, as a step on the spacing scale. */
  readonly gap?: 3 | 4 | 5;
  readonly children: ReactNode;
}

/** Content area of a page. It starts at the same left edge on all pages. */
export function Page({ width = 'var(--width-feed)', gap = 4, children }: PageProps) {
  return (
    <div className={styles.page} style={{ maxWidth: width, gap: `var(--space-${gap})` }}>
      {children}
    </div>
  );
}

interface PageHeaderProps {
  readonly title: string;
  readonly back?: { readonly to: string; readonly label: string };
  /** Actions beside the title. */
  readonly children?: ReactNode;
}

interface ColumnsProps {
  /** Short content, shown above or to the left. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Shows short content above the rest of a page or, in wide windows, to the left of it. */
export function Columns({ side, children }: ColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.side}>{side}</div>
      <div className={styles.rest}>{children}</div>
    </div>
  );
}

/** Page heading with a back link before it and actions beside it. */
export function PageHeader({ title, back, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <PageHeading>{title}</PageHeading>
      </div>
      {children}
    </header>
  );
}
