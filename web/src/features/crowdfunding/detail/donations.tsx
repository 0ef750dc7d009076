import { HandHeart } from 'lucide-react';
import type { Donation } from '../../../api/crowdfunding.ts';
import { useGetDonationsInfiniteQuery } from '../../../api/crowdfunding-details.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { ProfileLink } from '../../../shared/profile-link/profile-link.tsx';
import { Avatar, EmptyState, ErrorState, Loading, RelativeTime, truncate } from '../../../ui/index.ts';
import styles from './donations.module.css';

function DonationRow({ donation }: { readonly donation: Donation }) {
  const { t } = useTranslation('crowdfunding', 'ui');
  const { donor, amount, timestamp, anonymous } = donation;
  const name = anonymous && !donor.nickname ? t('ui:names.anonymous') : donor.profileName;
  return (
    <li className={styles.row}>
      <Avatar name={name} seed={donor.idProfile ?? donor.nickname} picture={donor.avatar} size={40} />
      <p className={styles.who}>
        <ProfileLink nickname={donor.nickname}>
          <bdi>{truncate(name)}</bdi>
        </ProfileLink>
        <span className={styles.when}>
          <RelativeTime instant={timestamp} />
        </span>
      </p>
      <strong className={styles.amount}>{formatKindracoins(amount)}</strong>
    </li>
  );
}

/** The latest donations to a campaign. */
export function Donations({ id }: { readonly id: string }) {
  const { t } = useTranslation('crowdfunding');
  const { data, isError, refetch } = useGetDonationsInfiniteQuery(
    { crowdfundingId: id },
    { refetchOnMountOrArgChange: true },
  );
  const donations = data?.pages[0]?.items;
  if (!donations)
    return isError ? (
      <ErrorState compact onRetry={refetch}>
        {t('donating.failure')}
      </ErrorState>
    ) : (
      <Loading label={t('donating.loading')} />
    );
  if (donations.length === 0)
    return (
      <EmptyState compact icon={<HandHeart size={36} />}>
        {t('donating.none')}
      </EmptyState>
    );
  return (
    <ul className={styles.rows} aria-label={t('donating.last')}>
      {donations.map((donation) => (
        <DonationRow key={donation.id} donation={donation} />
      ))}
    </ul>
  );
}
