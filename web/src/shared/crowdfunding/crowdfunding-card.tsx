import { Clock } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type Crowdfunding, useCrowdfundingPicture } from '../../api/crowdfunding.ts';
import type { EntityRef } from '../../api/entities.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { getDisplayName, useLanguage, useTranslation } from '../../i18n/index.ts';
import { truncate } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import { PictureCard } from '../cards/picture-card.tsx';
import { ProfileLink } from '../profile-link/profile-link.tsx';
import styles from './crowdfunding-card.module.css';
import { CrowdfundingProgress } from './crowdfunding-progress.tsx';
import { CrowdfundingStatus } from './crowdfunding-status.tsx';
import { formatTimeLeft } from './time-left.ts';

interface CrowdfundingCardLayoutProps
  extends Pick<Crowdfunding, 'currentAmount' | 'goalAmount'>,
    Pick<ComponentProps<typeof PictureCard>, 'label' | 'title' | 'picture' | 'isMain'> {
  readonly creator: ReactNode;
  /** Remaining time or status. */
  readonly time: ReactNode;
}

/** Layout of a campaign card. */
export function CrowdfundingCardLayout(props: CrowdfundingCardLayoutProps) {
  const { t } = useTranslation('shared');
  const { title, label, picture, isMain, creator, time, currentAmount, goalAmount } = props;
  return (
    <PictureCard label={label} title={title} picture={picture} isMain={isMain} className={styles.card}>
      <p className={styles.creator}>
        {t('by')} {creator}
      </p>
      <CrowdfundingProgress currentAmount={currentAmount} goalAmount={goalAmount} />
      <div className={styles.time}>{time}</div>
    </PictureCard>
  );
}

/** Remaining time, with a clock icon. */
export function CrowdfundingTime({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.clock}>
      <Clock size={16} aria-hidden="true" />
      {children}
    </span>
  );
}

function CrowdfundingTimeLeft({ status, endDate }: Crowdfunding) {
  const now = useNow();
  useLanguage();
  if (status !== 'ACTIVE' || !endDate) return <CrowdfundingStatus status={status} />;
  return <CrowdfundingTime>{formatTimeLeft(Date.parse(endDate), now)}</CrowdfundingTime>;
}

type MainProps = Pick<ComponentProps<typeof PictureCard>, 'isMain'>;

interface LoadedCardProps extends MainProps {
  readonly crowdfunding: Crowdfunding;
}

function LoadedCard({ crowdfunding, isMain }: LoadedCardProps) {
  const { id, creator } = crowdfunding;
  useLanguage();
  const title = getDisplayName(crowdfunding.title);
  return (
    <CrowdfundingCardLayout
      {...crowdfunding}
      isMain={isMain}
      label={title}
      picture={useCrowdfundingPicture(crowdfunding)}
      title={
        <Link to={`/crowdfundings/${id}`} className={styles.link}>
          {title}
        </Link>
      }
      creator={
        <ProfileLink nickname={creator.nickname} className={styles.profile}>
          <bdi>{truncate(creator.profileName)}</bdi>
        </ProfileLink>
      }
      time={<CrowdfundingTimeLeft {...crowdfunding} />}
    />
  );
}

/** Campaign card in a list. */
export function CrowdfundingCard({ id, isMain }: EntityRef & MainProps) {
  const crowdfunding = useEntity('crowdfunding', id);
  return crowdfunding && <LoadedCard crowdfunding={crowdfunding} isMain={isMain} />;
}
