import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Campaign, useCampaignPicture } from '../../api/crowdfunding.ts';
import { getDisplayName, useLanguage, useTranslation } from '../../i18n/index.ts';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { Card, truncate } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './campaign-card.module.css';
import { CampaignPicture } from './campaign-picture.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { CampaignStatus } from './campaign-status.tsx';
import { formatTimeLeft } from './time-left.ts';

export interface CampaignCardLayoutProps extends Pick<Campaign, 'currentAmount' | 'goalAmount'> {
  readonly title: ReactNode;
  /** Accessible name of the card. */
  readonly label: string;
  /** Address of the picture; null while there is none. */
  readonly picture: string | null;
  readonly creator: ReactNode;
  /** Time left or status. */
  readonly time: ReactNode;
}

/** Presentation of a campaign's card. */
export function CampaignCardLayout(props: CampaignCardLayoutProps) {
  const { t } = useTranslation('shared');
  const { title, label, picture, creator, time, currentAmount, goalAmount } = props;
  return (
    <Card as="article" className={styles.card} aria-label={label}>
      <CampaignPicture src={picture} className={styles.picture} />
      <div className={styles.body}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.creator}>
          {t('by')} {creator}
        </p>
        <CampaignProgress currentAmount={currentAmount} goalAmount={goalAmount} />
        <div className={styles.time}>{time}</div>
      </div>
    </Card>
  );
}

/** Time left, with a clock icon. */
export function CampaignTime({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.clock}>
      <Clock size={16} aria-hidden="true" />
      {children}
    </span>
  );
}

function CampaignTimeLeft({ status, endDate }: Campaign) {
  const now = useNow();
  useLanguage();
  if (status !== 'ACTIVE' || !endDate) return <CampaignStatus status={status} />;
  return <CampaignTime>{formatTimeLeft(Date.parse(endDate), now)}</CampaignTime>;
}

/** Card of a campaign in a list. */
export function CampaignCard({ campaign }: { readonly campaign: Campaign }) {
  const { id, creator } = campaign;
  useLanguage();
  const title = getDisplayName(campaign.title);
  return (
    <CampaignCardLayout
      {...campaign}
      label={title}
      picture={useCampaignPicture(campaign)}
      title={
        <Link to={`/crowdfundings/${id}`} className={styles.link}>
          {title}
        </Link>
      }
      creator={
        <ProfileLink nickname={creator.nickname} className={styles.profile}>
          {truncate(creator.profileName)}
        </ProfileLink>
      }
      time={<CampaignTimeLeft {...campaign} />}
    />
  );
}
