import { useMemo } from 'react';
import type { Campaign } from '../../api/crowdfunding.ts';
import { itemsOf, type Pages } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card, EmptyState, ErrorState, InfiniteEnd, Skeleton } from '../../ui/index.ts';
import cardStyles from './campaign-card.module.css';
import { CampaignCard } from './campaign-card.tsx';
import styles from './campaign-list.module.css';

/** What the list needs of an infinite query. */
export interface CampaignQuery {
  readonly data?: Pages<Campaign>;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

function Skeletons() {
  const { t } = useTranslation('shared');
  return (
    <div role="status" aria-label={t('campaign.loading')} className={styles.list}>
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className={cardStyles.card}>
          <div className={styles.picture}>
            <Skeleton height="100%" />
          </div>
          <div className={cardStyles.body}>
            <Skeleton width="80%" height="1.3rem" />
            <Skeleton width="45%" height="1.1rem" />
            <Skeleton height="1.5rem" />
            <Skeleton width="6rem" height="1.1rem" />
          </div>
        </Card>
      ))}
    </div>
  );
}

function End({ query }: { readonly query: CampaignQuery }) {
  const { t } = useTranslation('shared');
  if (query.isFetchNextPageError && !query.isFetchingNextPage)
    return (
      <ErrorState compact onRetry={query.fetchNextPage}>
        {t('campaign.failure')}
      </ErrorState>
    );
  if (!query.hasNextPage) return null;
  return <InfiniteEnd loading={query.isFetchingNextPage} onReach={query.fetchNextPage} />;
}

export interface CampaignListProps {
  readonly label: string;
  readonly query: CampaignQuery;
  /** The sentence when there are none. */
  readonly empty: string;
}

/** Campaigns as cards; further pages load as the reader comes near the end. */
export function CampaignList({ label, query, empty }: CampaignListProps) {
  const { t } = useTranslation('shared');
  const campaigns = useMemo(() => itemsOf(query.data), [query.data]);
  if (query.isLoading) return <Skeletons />;
  if (campaigns.length === 0)
    return (
      <Card>
        {query.isError ? (
          <ErrorState onRetry={query.refetch}>{t('campaign.failure')}</ErrorState>
        ) : (
          <EmptyState>{empty}</EmptyState>
        )}
      </Card>
    );
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={query.isFetchingNextPage}>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
      <End query={query} />
    </>
  );
}
