import { Compass } from 'lucide-react';
import { Button, Card, EmptyState, PageHeading } from '../ui/index.ts';
import styles from './explore-page.module.css';

/** Exploring is not available yet: a button that cannot be pressed. */
export function ExplorePage() {
  return (
    <div className={styles.page}>
      <PageHeading>Explore</PageHeading>
      <Card>
        <EmptyState icon={<Compass size={40} />} action={<Button disabled>Explore</Button>}>
          Exploring is not available yet.
        </EmptyState>
      </Card>
    </div>
  );
}
