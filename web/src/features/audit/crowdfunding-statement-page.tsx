import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import {
  type AuditedDonation,
  type CrowdfundingStatement,
  useAuditedCrowdfundingInfiniteQuery,
} from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { collectItems } from '../../api/paging.ts';
import { getDisplayName, useTranslation } from '../../i18n/index.ts';
import { getTrailPath } from '../../shared/giving/trail-path.ts';
import { Card, classNames, Loading } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { CoinAmount, CoinCell, PagedLedger, UtcTime } from './components.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { getAccountPath, getEntriesPath, shortenId } from './paths.ts';

const SUM_NAMES = ['donated', 'refunded', 'released', 'held'] as const;

interface DonationLineProps {
  readonly donation: AuditedDonation;
  readonly crowdfunding: string;
  /** Whether the URL fragment refers to this line. */
  readonly isTarget: boolean;
}

function DonationLine({ donation, crowdfunding, isTarget }: DonationLineProps) {
  const { t } = useTranslation('audit');
  const { id, timestamp, donor, amount, refund } = donation;
  return (
    <tr
      id={`donation-${id}`}
      className={classNames(isTarget && styles.meant)}
      aria-current={isTarget || undefined}
    >
      <td>
        <UtcTime instant={timestamp} />
      </td>
      <td>
        {donor.nickname ? (
          <Link to={getEntriesPath({ profile: donor.nickname, crowdfunding })}>@{donor.nickname}</Link>
        ) : (
          <span className={styles.muted}>{t('campaign.erased')}</span>
        )}
      </td>
      <td className={styles.id} title={id}>
        {shortenId(id)}
      </td>
      <CoinCell coins={amount} />
      <td>
        {refund ? (
          <>
            <Link to={getEntriesPath({ profile: donor.nickname, crowdfunding, type: 'REFUND' })}>
              {t('campaign.back')}
            </Link>{' '}
            <UtcTime instant={refund.timestamp} />
          </>
        ) : (
          <span className={styles.muted}>{t('campaign.notBack')}</span>
        )}
      </td>
    </tr>
  );
}

function StatementTotals({ sums }: { readonly sums: CrowdfundingStatement }) {
  const { t } = useTranslation('audit');
  const { status, creator } = sums.crowdfunding;
  return (
    <>
      <p className={styles.muted}>
        {t('campaign.status', {
          status: t(`campaign.statuses.${status}`),
          creator: creator.nickname ? `@${creator.nickname}` : t('campaign.erased'),
        })}
      </p>
      <dl className={styles.sums} aria-label={t('campaign.sums')}>
        {SUM_NAMES.map((name) => (
          <div key={name}>
            <dt>{t(`campaign.${name}`)}</dt>
            <dd>
              <CoinAmount coins={sums[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function LoadingStatement() {
  const { t } = useTranslation('audit');
  return (
    <>
      <PageHeader title={t('campaign.title')} />
      <Card>
        <Loading label={t('statement.loading')} />
      </Card>
    </>
  );
}

function Statement({ id }: { readonly id: string }) {
  const { t } = useTranslation('audit');
  const query = useAuditedCrowdfundingInfiniteQuery({ id }, { refetchOnMountOrArgChange: true });
  const donations = collectItems(query.data, (page) => page.donations);
  const sums = query.data?.pages[0];
  const { hash } = useLocation();
  const areDonationsLoaded = donations.length > 0;

  useEffect(() => {
    if (areDonationsLoaded && hash)
      document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
  }, [areDonationsLoaded, hash]);

  if (query.isLoading) return <LoadingStatement />;
  return (
    <>
      <PageHeader title={sums ? getDisplayName(sums.crowdfunding.title) : t('campaign.title')}>
        <ExportButtons filter={{ crowdfunding: id }} />
      </PageHeader>
      <p className={styles.links}>
        <Link to={`/crowdfundings/${id}`}>{t('campaign.page')}</Link>
        <Link to={getEntriesPath({ crowdfunding: id })}>{t('ways.entries')}</Link>
        <Link to={getAccountPath(`escrow:${id}`)}>{t('campaign.escrow')}</Link>
        <Link to={getTrailPath(id)}>{t('campaign.trail')}</Link>
      </p>
      <Card>
        {sums && <StatementTotals sums={sums} />}
        <PagedLedger
          query={query}
          items={donations}
          loading={t('statement.loading')}
          empty={t('campaign.none')}
          failure={getApiFailure(query.error) ?? t('statement.failure')}
          label={t('campaign.donations')}
          columns={['time', 'donor', 'donation', 'amount', 'refund']}
          stackedCells={2}
        >
          {(donation) => (
            <DonationLine
              donation={donation}
              crowdfunding={id}
              isTarget={hash === `#donation-${donation.id}`}
            />
          )}
        </PagedLedger>
      </Card>
    </>
  );
}

/** /dashboard/audit/crowdfundings/{id}: a campaign's donations, refunds and release. */
export function CrowdfundingStatementPage() {
  const { id = '' } = useParams();
  return <Statement key={id} id={id} />;
}
