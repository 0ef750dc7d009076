import type { EntityRef } from '../../api/entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { CardGrid, type CardListProps } from '../cards/card-grid.tsx';
import { CrowdfundingCard } from './crowdfunding-card.tsx';

const SKELETON = (
  <>
    <Skeleton width="80%" height="1.3rem" />
    <Skeleton width="45%" height="1.1rem" />
    <Skeleton height="1.5rem" />
    <Skeleton width="6rem" height="1.1rem" />
  </>
);

/** Grid of campaign cards. */
export function CrowdfundingList(props: CardListProps<EntityRef>) {
  const { t } = useTranslation('shared');
  return (
    <CardGrid {...props} loading={t('campaign.loading')} failure={t('campaign.failure')} skeleton={SKELETON}>
      {({ id }, index) => <CrowdfundingCard id={id} isMain={index === 0} />}
    </CardGrid>
  );
}
