import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { type PagedListProps, PagedSection } from '../../shared/paged-list.tsx';
import { Card } from '../../ui/index.ts';
import styles from './dashboard.module.css';

interface ReviewListProps<Item> extends Pick<PagedListProps<Item>, 'query' | 'items' | 'children'> {
  /** Prefix of the text keys. */
  readonly name: 'organizations' | 'crowdfundings' | 'secondPerson' | 'deactivated';
  /** Replaces the text for an empty list. */
  readonly empty?: string | undefined;
  readonly beside?: ReactNode;
  readonly search?: ReactNode;
}

/** A dashboard list with its heading. */
export function ReviewList<Item extends { readonly id: string }>(props: ReviewListProps<Item>) {
  const { name, empty, beside, search, ...list } = props;
  const { t } = useTranslation('dashboard');
  const id = useId();
  const title = t(`${name}.title`);
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {beside}
      </div>
      {search}
      <PagedSection
        {...list}
        label={title}
        className={styles.rows}
        loading={t(`${name}.loading`)}
        empty={empty ?? t(`${name}.none`)}
        failure={t(`${name}.failure`)}
      />
    </Card>
  );
}
