import type { ReactNode } from 'react';
import { Card, PageHeading } from '../../ui/index.ts';
import styles from './accounts.module.css';

/** Narrow page with one card. */
export function CardPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Card className={styles.card}>
        <PageHeading>{title}</PageHeading>
        {children}
      </Card>
    </div>
  );
}
