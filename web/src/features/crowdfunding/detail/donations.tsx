import { HandHeart } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type Donation, useDonationsQuery } from '../../../api/crowdfunding.ts';
import { inCoins } from '../../../shared/campaign/coins.ts';
import { Avatar, EmptyState, ErrorState, Loading, RelativeTime, truncate } from '../../../ui/index.ts';
import styles from './donations.module.css';

function Row({ donation }: { readonly donation: Donation }) {
  const { donor, amount, timestamp } = donation;
  return (
    <li className={styles.row}>
      <Avatar name={donor.profileName} seed={donor.nickname} size={40} />
      <p className={styles.who}>
        <Link to={`/profile/${encodeURIComponent(donor.nickname)}`}>{truncate(donor.profileName)}</Link>
        <span className={styles.when}>
          <RelativeTime instant={timestamp} />
        </span>
      </p>
      <strong className={styles.amount}>{inCoins(amount)}</strong>
    </li>
  );
}

/** The last donations to a campaign. */
export function Donations({ id }: { readonly id: string }) {
  const { data, isError, refetch } = useDonationsQuery(id, { refetchOnMountOrArgChange: true });
  if (!data)
    return isError ? (
      <ErrorState compact onRetry={refetch}>
        Error getting donations.
      </ErrorState>
    ) : (
      <Loading label="Loading donations" />
    );
  if (data.length === 0)
    return (
      <EmptyState compact icon={<HandHeart size={36} />}>
        Nobody has donated yet.
      </EmptyState>
    );
  return (
    <ul className={styles.rows} aria-label="Last donations">
      {data.map((donation) => (
        <Row key={donation.id} donation={donation} />
      ))}
    </ul>
  );
}
