import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type Campaign, useCampaignPicture, useGetCrowdfundingQuery } from '../../../api/crowdfunding.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { getDisplayName, useTranslation } from '../../../i18n/index.ts';
import { CampaignPicture } from '../../../shared/campaign/campaign-picture.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card, ErrorState, PageHeading, Skeleton } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import styles from './campaign-page.module.css';
import { CampaignSummary } from './campaign-summary.tsx';
import { CampaignTabs } from './campaign-tabs.tsx';

function CampaignSkeleton() {
  const { t } = useTranslation('crowdfunding');
  return (
    <div className={styles.campaign} role="status" aria-label={t('loading')}>
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

function CampaignView({ campaign }: { readonly campaign: Campaign }) {
  return (
    <div className={styles.campaign}>
      <CampaignPicture src={useCampaignPicture(campaign)} className={styles.picture} />
      <CampaignSummary campaign={campaign} />
      <CampaignTabs campaign={campaign} />
    </div>
  );
}

function CampaignDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('crowdfunding');
  const { data, error, isError, refetch } = useGetCrowdfundingQuery(
    { id },
    { refetchOnMountOrArgChange: true },
  );
  const missing = isError && getApiFailure(error)?.status === 404;
  const navigate = useNavigate();

  useEffect(() => {
    if (missing) void navigate('/crowdfundings', { replace: true });
  }, [missing, navigate]);

  return (
    <Page width="64rem">
      <header className={styles.head}>
        <BackLink to="/crowdfundings">{t('title')}</BackLink>
        <PageHeading>{data ? getDisplayName(data.title) : t('untitled')}</PageHeading>
      </header>
      {data && <CampaignView campaign={data} />}
      {!data && !isError && <CampaignSkeleton />}
      {!data && isError && !missing && <ErrorState onRetry={refetch}>{t('failure')}</ErrorState>}
    </Page>
  );
}

/** /crowdfundings/{id}: one campaign. Redirects to the list when it does not exist. */
export function CampaignPage() {
  const { crowdfundingId = '' } = useParams();
  return <CampaignDetail key={crowdfundingId} id={crowdfundingId} />;
}
