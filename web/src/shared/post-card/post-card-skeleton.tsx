import { useTranslation } from '../../i18n/index.ts';
import { Card, Skeleton } from '../../ui/index.ts';
import styles from './post-card.module.css';

/** Placeholders for posts that are loading. */
export function PostSkeletons({ count = 4 }: { readonly count?: number }) {
  const { t } = useTranslation('shared');
  return (
    <div role="status" aria-label={t('post.loading')} style={{ display: 'grid', gap: 'var(--space-3)' }}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are equal.
        <Card key={index} className={styles.card}>
          <div className={styles.head}>
            <Skeleton width="44px" height="44px" />
            <div className={styles.who}>
              <Skeleton width="45%" height="1.1em" />
              <Skeleton width="30%" height="0.8em" />
            </div>
          </div>
          <Skeleton height="1em" />
          <Skeleton width="70%" height="1em" />
        </Card>
      ))}
    </div>
  );
}
