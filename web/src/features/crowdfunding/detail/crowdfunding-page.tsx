import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  type Crowdfunding,
  useCrowdfundingPicture,
  useGetCrowdfundingQuery,
} from '../../../api/crowdfunding.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { REFETCH_UNLESS_NEW } from '../../../api/first-reads.ts';
import { useEntity } from '../../../api/stored-entities.ts';
import { getDisplayName, useTranslation } from '../../../i18n/index.ts';
import { Picture } from '../../../shared/picture/picture.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card, ErrorState, PageHeading, Skeleton } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import styles from './crowdfunding-page.module.css';
import { CrowdfundingSummary } from './crowdfunding-summary.tsx';
import { CrowdfundingTabs } from './crowdfunding-tabs.tsx';

function CrowdfundingSkeleton() {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.crowdfunding} role="status" aria-label={t('loading')}>
      <div className={styles.picture}>
        <Skeleton height="100%" />
      </div>
      <Card className={styles.facts}>
        <Skeleton width="60%" height="2.25rem" />
        <Skeleton height="0.5rem" />
        <Skeleton height="4rem" />
        <Skeleton height="2.75rem" round />
      </Card>
      <div className={styles.tabs}>
        <Skeleton height="3rem" round />
        <Skeleton height="10rem" />
      </div>
    </div>
  );
}

/** Display width of the picture. In windows of at least 800 pixels, this is the width of the first column. */
const PICTURE_SIZES = '(min-width: 800px) 42rem, 100vw';

function CrowdfundingView({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  return (
    <div className={styles.crowdfunding}>
      <Picture
        picture={useCrowdfundingPicture(crowdfunding)}
        sizes={PICTURE_SIZES}
        isMain
        className={styles.picture}
      />
      <CrowdfundingSummary crowdfunding={crowdfunding} />
      <CrowdfundingTabs crowdfunding={crowdfunding} />
    </div>
  );
}

function CrowdfundingDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('crowdfunding', 'shared');
  const { data, error, isError, refetch } = useGetCrowdfundingQuery({ id }, REFETCH_UNLESS_NEW);
  const crowdfunding = useEntity('crowdfunding', data?.id);
  const isMissing = isError && getApiFailure(error)?.status === 404;
  const navigate = useNavigate();

  useEffect(() => {
    if (isMissing) void navigate('/crowdfundings', { replace: true });
  }, [isMissing, navigate]);

  return (
    <Page width="64rem">
      <header className={styles.head}>
        <BackLink to="/crowdfundings">{t('title')}</BackLink>
        <PageHeading>{crowdfunding ? getDisplayName(crowdfunding.title) : t('untitled')}</PageHeading>
      </header>
      {crowdfunding && <CrowdfundingView crowdfunding={crowdfunding} />}
      {!crowdfunding && !isError && <CrowdfundingSkeleton />}
      {!crowdfunding && isError && !isMissing && (
        <ErrorState onRetry={refetch}>{t('shared:failures.loadCampaign')}</ErrorState>
      )}
    </Page>
  );
}

/** /crowdfundings/{id}: one campaign. Redirects to the list if the campaign does not exist. */
export function CrowdfundingPage() {
  const { crowdfundingId = '' } = useParams();
  return <CrowdfundingDetail key={crowdfundingId} id={crowdfundingId} />;
}
