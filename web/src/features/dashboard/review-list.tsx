import { type ReactNode, useId } from 'react';
import { PagedList, type PagedListProps } from '../../shared/paged-list.tsx';
import { Card } from '../../ui/index.ts';
import styles from './dashboard.module.css';

interface ReviewListProps<Item> extends Omit<PagedListProps<Item>, 'label' | 'className'> {
  readonly title: string;
  /** Content beside the title. */
  readonly beside?: ReactNode;
  /** Search field above the list. */
  readonly search?: ReactNode;
}

/** A dashboard list with its heading. */
export function ReviewList<Item extends { readonly id: string }>(props: ReviewListProps<Item>) {
  const { title, beside, search, ...list } = props;
  const id = useId();
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {beside}
      </div>
      {search}
      <PagedList {...list} label={title} className={styles.rows} compact hasButton />
    </Card>
  );
}
