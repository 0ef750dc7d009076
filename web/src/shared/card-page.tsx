import type { ReactNode } from 'react';
import { Card, PageHeading } from '../ui/index.ts';
import { Page } from '../ui/page.tsx';
import styles from './card-page.module.css';

/** Narrow page with one card. */
export function CardPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Page width="30rem">
      <Card className={styles.card}>
        <PageHeading>{title}</PageHeading>
        {children}
      </Card>
    </Page>
  );
}
