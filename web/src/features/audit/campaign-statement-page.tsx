import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import {
  type AuditedDonation,
  type CampaignPage,
  useAuditedCrowdfundingInfiniteQuery,
} from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { itemsIn } from '../../api/paging.ts';
import { displayName, useTranslation } from '../../i18n/index.ts';
import { PagedSection } from '../../shared/paged-list.tsx';
import { Card, classNames } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import { accountAddress, entriesAddress, shortId, trailAddress } from './addresses.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { type Column, Figure, LedgerTable, UtcTime } from './pieces.tsx';

const COLUMNS: readonly Column[] = [
  { name: 'time' },
  { name: 'donor' },
  { name: 'donation' },
  { name: 'amount', figures: true },
  { name: 'refund' },
];

const SUMS = ['donated', 'refunded', 'released', 'held'] as const;

interface DonationLineProps {
  readonly donation: AuditedDonation;
  readonly crowdfunding: string;
  /** Whether the fragment of the address refers to it. */
  readonly meant: boolean;
}

function DonationLine({ donation, crowdfunding, meant }: DonationLineProps) {
  const { t } = useTranslation('audit');
  const { id, timestamp, donor, amount, refund } = donation;
  return (
    <tr id={`donation-${id}`} className={classNames(meant && styles.meant)} aria-current={meant || undefined}>
      <td>
        <UtcTime instant={timestamp} />
      </td>
      <td>
        {donor.nickname ? (
          <Link to={entriesAddress({ profile: donor.nickname, crowdfunding })}>@{donor.nickname}</Link>
        ) : (
          <span className={styles.muted}>{t('campaign.erased')}</span>
        )}
      </td>
      <td className={styles.id} title={id}>
        {shortId(id)}
      </td>
      <td className={styles.right}>
        <Figure coins={amount} />
      </td>
      <td>
        {refund ? (
          <>
            <Link to={entriesAddress({ profile: donor.nickname, crowdfunding, type: 'REFUND' })}>
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

function Sums({ sums }: { readonly sums: CampaignPage }) {
  const { t } = useTranslation('audit');
  return (
    <dl className={styles.sums} aria-label={t('campaign.sums')}>
      {SUMS.map((name) => (
        <div key={name}>
          <dt>{t(`campaign.${name}`)}</dt>
          <dd>
            <Figure coins={sums[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Status and creator of a campaign. */
function Standing({ crowdfunding }: Pick<CampaignPage, 'crowdfunding'>) {
  const { t } = useTranslation('audit');
  const { nickname } = crowdfunding.creator;
  return (
    <p className={styles.muted}>
      {t('campaign.status', {
        status: t(`campaign.statuses.${crowdfunding.status}`),
        creator: nickname ? `@${nickname}` : t('campaign.erased'),
      })}
    </p>
  );
}

function Statement({ id }: { readonly id: string }) {
  const { t } = useTranslation('audit');
  const query = useAuditedCrowdfundingInfiniteQuery({ id }, { refetchOnMountOrArgChange: true });
  const donations = itemsIn(query.data, (page) => page.donations);
  const sums = query.data?.pages[0];
  const { hash } = useLocation();
  const loaded = donations.length > 0;

  useEffect(() => {
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
  }, [loaded, hash]);

  return (
    <>
      <PageHeader title={sums ? displayName(sums.crowdfunding.title) : t('campaign.title')}>
        <ExportButtons filter={{ crowdfunding: id }} />
      </PageHeader>
      <p className={styles.links}>
        <Link to={`/crowdfundings/${id}`}>{t('campaign.page')}</Link>
        <Link to={entriesAddress({ crowdfunding: id })}>{t('ways.entries')}</Link>
        <Link to={accountAddress(`escrow:${id}`)}>{t('campaign.escrow')}</Link>
        <Link to={trailAddress(id)}>{t('campaign.trail')}</Link>
      </p>
      <Card>
        {sums && <Standing crowdfunding={sums.crowdfunding} />}
        {sums && <Sums sums={sums} />}
        <PagedSection
          query={query}
          items={donations}
          loading={t('statement.loading')}
          empty={t('campaign.none')}
          failure={failureOf(query.error)?.message ?? t('statement.failure')}
          container={(rows) => (
            <LedgerTable label={t('campaign.donations')} columns={COLUMNS}>
              {rows}
            </LedgerTable>
          )}
        >
          {(donation) => (
            <DonationLine donation={donation} crowdfunding={id} meant={hash === `#donation-${donation.id}`} />
          )}
        </PagedSection>
      </Card>
    </>
  );
}

/** /dashboard/audit/crowdfundings/{id}: donations to a campaign, refunds and release. */
export function CampaignStatementPage() {
  const { id = '' } = useParams();
  return <Statement key={id} id={id} />;
}
