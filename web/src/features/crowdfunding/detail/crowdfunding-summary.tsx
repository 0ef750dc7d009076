import { Link } from 'react-router-dom';
import { noDonationsAccepted } from '../../../../../contract/rules/wallet.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { formatNumber, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { lazyDialog } from '../../../shared/chunk/lazy-dialog.tsx';
import { CrowdfundingProgress } from '../../../shared/crowdfunding/crowdfunding-progress.tsx';
import { CrowdfundingStatus } from '../../../shared/crowdfunding/crowdfunding-status.tsx';
import { ThankYou } from '../../../shared/giving/thank-you.tsx';
import { getTrailPath } from '../../../shared/giving/trail-path.ts';
import { ProfileLink } from '../../../shared/profile-link/profile-link.tsx';
import { ReportButton } from '../../../shared/report/report-button.tsx';
import { ShareButton } from '../../../shared/share-button.tsx';
import { useUser } from '../../../state/session.ts';
import { Avatar, Card, truncate } from '../../../ui/index.ts';
import { Countdown } from './countdown.tsx';
import styles from './crowdfunding-page.module.css';
import { DonateBox } from './donate-box.tsx';
import { RefundProgress } from './refund-progress.tsx';
import { useDonation } from './use-donation.ts';
import { useExpiryDay } from './use-expiry-day.ts';

function Creator({ creator }: Pick<Crowdfunding, 'creator'>) {
  const { t } = useTranslation('crowdfunding');
  return (
    <ProfileLink nickname={creator.nickname} className={styles.creator}>
      <Avatar name={creator.profileName} seed={creator.idProfile} picture={creator.avatar} size={40} />
      <span>
        <span className={styles.muted}>{t('createdBy')}</span>
        <strong>
          <bdi>{truncate(creator.profileName)}</bdi>
        </strong>
      </span>
    </ProfileLink>
  );
}

const GivingSheet = lazyDialog(async () => (await import('./giving-sheet.tsx')).GivingSheet, ['wallet']);

interface DonationProps {
  readonly crowdfunding: Crowdfunding;
  readonly donation: ReturnType<typeof useDonation>;
}

/** Donation form if an active campaign accepts donations, otherwise the reason why it does not. */
function DonationForm({ crowdfunding, donation }: DonationProps) {
  const { t } = useTranslation('crowdfunding');
  const isOwn = useUser()?.id === crowdfunding.creator.idProfile;
  const expiryDay = useExpiryDay(crowdfunding);
  if (!crowdfunding.creatorActive)
    return (
      <p className={styles.muted}>
        {translateMessage(noDonationsAccepted)} {t('creatorInactive')}
      </p>
    );
  if (expiryDay === null) return isOwn ? null : <DonateBox crowdfunding={crowdfunding} donation={donation} />;
  return (
    <p className={styles.muted}>
      {translateMessage(noDonationsAccepted)} {t('expiry.facts', { date: expiryDay })}
    </p>
  );
}

/** The donation form with a dialog that buys missing coins, which stays open when the campaign ends meanwhile. */
function DonationSection({ crowdfunding }: Pick<DonationProps, 'crowdfunding'>) {
  const donation = useDonation(crowdfunding);
  const { madeDonation, plan, setPlan, balance, showThanks } = donation;
  return (
    <>
      {madeDonation && <ThankYou donation={madeDonation} crowdfunding={crowdfunding} />}
      {crowdfunding.status === 'ACTIVE' && <DonationForm crowdfunding={crowdfunding} donation={donation} />}
      {plan && (
        <GivingSheet
          crowdfunding={crowdfunding}
          plan={plan}
          balance={balance}
          onGiven={showThanks}
          onClose={() => setPlan(null)}
        />
      )}
    </>
  );
}

/** Progress, remaining time and donation form of a campaign. */
export function CrowdfundingSummary({ crowdfunding }: { readonly crowdfunding: Crowdfunding }) {
  const { t } = useTranslation('crowdfunding');
  const { status, endDate, numDonations, creator } = crowdfunding;
  const hasEnded = status === 'CLOSED' || status === 'CANCELLED';
  return (
    <Card as="section" className={styles.facts} aria-label={t('progress')}>
      {status !== 'ACTIVE' && <CrowdfundingStatus status={status} />}
      <CrowdfundingProgress {...crowdfunding} large />
      <p className={styles.muted}>
        <strong>{formatNumber(numDonations)}</strong> {t('donations', { count: numDonations })}
      </p>
      {status === 'ACTIVE' && <Countdown endDate={endDate} />}
      {hasEnded && <Countdown endDate={null} />}
      {status === 'CANCELLED' && <RefundProgress id={crowdfunding.id} />}
      {status === 'PENDING' && <p className={styles.muted}>{t('waiting')}</p>}
      <DonationSection crowdfunding={crowdfunding} />
      <Creator creator={creator} />
      <div className={styles.further}>
        <Link to={getTrailPath(crowdfunding.id)} className={styles.trail}>
          {t('follow')}
        </Link>
        <ShareButton path={`/crowdfundings/${crowdfunding.id}`} name={crowdfunding.title} />
        <ReportButton
          kind="crowdfunding"
          id={crowdfunding.id}
          ownerId={creator.idProfile}
          name={crowdfunding.title}
        />
      </div>
    </Card>
  );
}
