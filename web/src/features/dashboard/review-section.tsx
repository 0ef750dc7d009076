import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/index.ts';
import styles from './dashboard.module.css';

export interface ReviewSectionProps {
  readonly title: string;
  /** Content beside the title. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A list of the dashboard with its heading. */
export function ReviewSection({ title, beside, children }: ReviewSectionProps) {
  const id = useId();
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </Card>
  );
}
