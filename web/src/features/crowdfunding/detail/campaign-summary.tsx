import { Link } from 'react-router-dom';
import { noDonationsAccepted } from '../../../../../contract/rules/wallet.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { translateMessage, useTranslation } from '../../../i18n/index.ts';
import { CampaignProgress } from '../../../shared/campaign/campaign-progress.tsx';
import { CampaignStatus } from '../../../shared/campaign/campaign-status.tsx';
import { formatAmount } from '../../../shared/campaign/coins.ts';
import { ProfileLink } from '../../../shared/profile-link/profile-link.tsx';
import { ReportButton } from '../../../shared/report/report-button.tsx';
import { useUser } from '../../../state/session.ts';
import { Avatar, Card, truncate } from '../../../ui/index.ts';
import styles from './campaign-page.module.css';
import { Countdown } from './countdown.tsx';
import { DonateBox } from './donate-box.tsx';
import { RefundProgress } from './refund-progress.tsx';
import { useExpiryDay } from './use-expiry-day.ts';

function Creator({ creator }: Pick<Campaign, 'creator'>) {
  const { t } = useTranslation('crowdfunding');
  return (
    <ProfileLink nickname={creator.nickname} className={styles.creator}>
      <Avatar name={creator.profileName} seed={creator.idProfile} size={40} />
      <span>
        <span className={styles.muted}>{t('createdBy')}</span>
        <strong>{truncate(creator.profileName)}</strong>
      </span>
    </ProfileLink>
  );
}

/** Donation form while the campaign accepts donations, otherwise the reason why not. */
function DonationSection({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const own = useUser()?.id === campaign.creator.idProfile;
  const expiryDay = useExpiryDay(campaign);
  if (!campaign.creatorActive)
    return (
      <p className={styles.muted}>
        {translateMessage(noDonationsAccepted)} {t('creatorInactive')}
      </p>
    );
  if (expiryDay === null) return own ? null : <DonateBox campaign={campaign} />;
  return (
    <p className={styles.muted}>
      {translateMessage(noDonationsAccepted)} {t('expiry.facts', { date: expiryDay })}
    </p>
  );
}

/** Progress, remaining time and donation form of a campaign. */
export function CampaignSummary({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('crowdfunding');
  const { status, endDate, numDonations, creator } = campaign;
  const over = status === 'CLOSED' || status === 'CANCELLED';
  return (
    <Card as="section" className={styles.facts} aria-label={t('progress')}>
      {status !== 'ACTIVE' && <CampaignStatus status={status} />}
      <CampaignProgress {...campaign} large />
      <p className={styles.muted}>
        <strong>{formatAmount(numDonations)}</strong> {t('donations', { count: numDonations })}
      </p>
      {status === 'ACTIVE' && <Countdown endDate={endDate} />}
      {over && <Countdown endDate={null} />}
      {status === 'CANCELLED' && <RefundProgress id={campaign.id} />}
      {status === 'PENDING' && <p className={styles.muted}>{t('waiting')}</p>}
      {status === 'ACTIVE' && <DonationSection campaign={campaign} />}
      <Creator creator={creator} />
      <div className={styles.further}>
        <Link to={`/crowdfundings/${campaign.id}/coins`} className={styles.trail}>
          {t('follow')}
        </Link>
        <ReportButton
          kind="crowdfunding"
          id={campaign.id}
          ownerId={creator.idProfile}
          name={campaign.title}
        />
      </div>
    </Card>
  );
}
