import { useEffect, useMemo } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import {
  type AuditedDonation,
  type CampaignPage,
  useAuditedCrowdfundingInfiniteQuery,
} from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { itemsOf } from '../../api/paging.ts';
import { PagedSection } from '../../shared/paged-section.tsx';
import { Card, classNames, PageHeading } from '../../ui/index.ts';
import { accountAddress, entriesAddress, shortId, trailAddress } from './addresses.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { Figure, LedgerTable, UtcTime } from './pieces.tsx';

const COLUMNS = [
  { name: 'Time (UTC)' },
  { name: 'Donor' },
  { name: 'Donation' },
  { name: 'Amount', figures: true },
  { name: 'Refund' },
];

interface DonationLineProps {
  readonly donation: AuditedDonation;
  readonly crowdfunding: string;
  /** Whether the address points at it. */
  readonly meant: boolean;
}

function DonationLine({ donation, crowdfunding, meant }: DonationLineProps) {
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
          <span className={styles.muted}>erased</span>
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
              Refunded
            </Link>{' '}
            <UtcTime instant={refund.timestamp} />
          </>
        ) : (
          <span className={styles.muted}>No</span>
        )}
      </td>
    </tr>
  );
}

function Sums({ sums }: Pick<CampaignPage, 'sums'>) {
  const { donated, refunded, released, held } = sums;
  return (
    <dl className={styles.sums} aria-label="Sums">
      {Object.entries({ Donated: donated, Refunded: refunded, Released: released, Held: held }).map(
        ([name, coins]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Figure coins={coins} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Statement({ id }: { readonly id: string }) {
  const query = useAuditedCrowdfundingInfiniteQuery(id, { refetchOnMountOrArgChange: true });
  const donations = useMemo(() => itemsOf(query.data), [query.data]);
  const sums = query.data?.pages[0]?.sums;
  const { hash } = useLocation();
  const loaded = donations.length > 0;

  useEffect(() => {
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
  }, [loaded, hash]);

  return (
    <>
      <div className={styles.head}>
        <PageHeading>{sums?.crowdfunding.title ?? 'Statement of a campaign'}</PageHeading>
        <ExportButtons filter={{ crowdfunding: id }} />
      </div>
      <p className={styles.links}>
        <Link to={`/crowdfundings/${id}`}>The campaign</Link>
        <Link to={entriesAddress({ crowdfunding: id })}>Its entries</Link>
        <Link to={accountAddress(`escrow:${id}`)}>Its escrow account</Link>
        <Link to={trailAddress(id)}>Public coin trail</Link>
      </p>
      <Card>
        {sums && (
          <p className={styles.muted}>
            {sums.crowdfunding.status} · by @{sums.crowdfunding.creator.nickname}
          </p>
        )}
        {sums && <Sums sums={sums} />}
        <PagedSection
          query={query}
          items={donations}
          loading="Loading the statement"
          empty="Nobody has donated."
          failure={failureOf(query.error)?.message ?? 'Error getting the statement.'}
        >
          {(made) => (
            <LedgerTable label="Donations" columns={COLUMNS}>
              {made.map((donation) => (
                <DonationLine
                  key={donation.id}
                  donation={donation}
                  crowdfunding={id}
                  meant={hash === `#donation-${donation.id}`}
                />
              ))}
            </LedgerTable>
          )}
        </PagedSection>
      </Card>
    </>
  );
}

/** /dashboard/audit/crowdfundings/{id}: what went into a campaign, and out of it again. */
export function CampaignStatementPage() {
  const { id = '' } = useParams();
  return <Statement key={id} id={id} />;
}
