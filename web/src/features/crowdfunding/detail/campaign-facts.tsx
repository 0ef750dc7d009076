import { Link } from 'react-router-dom';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { CampaignProgress } from '../../../shared/campaign/campaign-progress.tsx';
import { CampaignStatus } from '../../../shared/campaign/campaign-status.tsx';
import { grouped } from '../../../shared/campaign/coins.ts';
import { ReportButton } from '../../../shared/report/report-button.tsx';
import { useUser } from '../../../state/session.ts';
import { Avatar, Card, pluralise, truncate } from '../../../ui/index.ts';
import styles from './campaign-page.module.css';
import { Countdown } from './countdown.tsx';
import { DonateBox } from './donate-box.tsx';
import { RefundProgress } from './settlement.tsx';

const WAITING = 'Staff look at it first. Its time begins once they have approved it.';

function Creator({ creator }: Pick<Campaign, 'creator'>) {
  return (
    <Link to={`/profile/${encodeURIComponent(creator.nickname)}`} className={styles.creator}>
      <Avatar name={creator.profileName} seed={creator.idProfile} size={40} />
      <span>
        <span className={styles.muted}>Created by</span>
        <strong>{truncate(creator.profileName)}</strong>
      </span>
    </Link>
  );
}

/** How a campaign goes, how long it still does, and where to give. */
export function CampaignFacts({ campaign }: { readonly campaign: Campaign }) {
  const { status, endDate, numDonations, creator } = campaign;
  const own = useUser()?.id === creator.idProfile;
  const over = status === 'CLOSED' || status === 'CANCELLED';
  return (
    <Card as="section" className={styles.facts} aria-label="Progress">
      {status !== 'ACTIVE' && <CampaignStatus status={status} />}
      <CampaignProgress {...campaign} large />
      <p className={styles.muted}>
        <strong>{grouped(numDonations)}</strong> {pluralise('donation', numDonations)}
      </p>
      {status === 'ACTIVE' && <Countdown endDate={endDate} />}
      {over && <Countdown endDate={null} />}
      {status === 'CANCELLED' && <RefundProgress id={campaign.id} />}
      {status === 'PENDING' && <p className={styles.muted}>{WAITING}</p>}
      {status === 'ACTIVE' && !own && <DonateBox campaign={campaign} />}
      <Creator creator={creator} />
      <Link to={`/crowdfundings/${campaign.id}/coins`} className={styles.trail}>
        Follow the coins
      </Link>
      <ReportButton kind="crowdfunding" id={campaign.id} ownerId={creator.idProfile} name={campaign.title} />
    </Card>
  );
}
