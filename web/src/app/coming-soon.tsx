import { Sprout } from 'lucide-react';
import { Card, EmptyState, LinkButton, PageHeading } from '../ui/index.ts';
import styles from './coming-soon.module.css';

/** An honest place for a part of Kindra that is not open yet. */
export function ComingSoon({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <div className={styles.page}>
      <PageHeading>{title}</PageHeading>
      <Card>
        <EmptyState
          icon={<Sprout size={40} />}
          action={
            <LinkButton to="/" variant="secondary">
              Back to the feed
            </LinkButton>
          }
        >
          {children}
        </EmptyState>
      </Card>
    </div>
  );
}
