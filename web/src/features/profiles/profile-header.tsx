import {
  CalendarDays,
  Hourglass,
  Link as LinkIcon,
  MessageCircle,
  Pencil,
  UserX,
  VolumeX,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Profile } from '../../../../contract/shapes.ts';
import { formatDateTime, getDisplayName, useFormatDay, useTranslation } from '../../i18n/index.ts';
import { BanButton } from '../../shared/ban-button.tsx';
import { FollowButton } from '../../shared/follow-button.tsx';
import { UnhideButton } from '../../shared/hiding/unhide-button.tsx';
import { useHiding } from '../../shared/hiding/use-hiding.tsx';
import { TextWithLinks } from '../../shared/post-card/text-with-links.tsx';
import { ReactivateButton } from '../../shared/reactivate-button.tsx';
import { TakenDownNote } from '../../shared/take-down/taken-down-note.tsx';
import { isStaff, useUser } from '../../state/session.ts';
import {
  AbbreviatedNumber,
  Avatar,
  Card,
  classNames,
  LinkButton,
  PageHeading,
  RoleBadge,
  Skeleton,
} from '../../ui/index.ts';
import styles from './profile-header.module.css';
import { ProfileOptions } from './profile-options.tsx';
import { ReviewButtons } from './review-buttons.tsx';
import { getProfilePath, isErased } from './sections.ts';

function ProfileActions({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles', 'hiding');
  const user = useUser();
  const hiding = useHiding(profile);
  if (isErased(profile)) return null;
  if (user?.id === profile.id)
    return (
      <LinkButton
        to="/settings/account"
        variant="secondary"
        size="small"
        icon={<Pencil size={16} aria-hidden="true" />}
      >
        {t('header.edit')}
      </LinkButton>
    );
  const isBanned = profile.state === 'BANNED' && !profile.until;
  const canBan = isStaff(user?.role) && !isStaff(profile.role) && !isBanned;
  // Keys keep each button mounted and focused when other buttons appear or disappear.
  const ban = canBan && <BanButton key="ban" profile={profile} canSuspend={!profile.state} />;
  if (profile.state)
    return (
      <>
        {ban}
        <ReactivateButton profile={profile} />
      </>
    );
  if (profile.role === 'ORG' && !profile.approved)
    return isStaff(user?.role) ? <ReviewButtons profile={profile} /> : null;
  const options = user && <ProfileOptions key="options" profile={profile} hiding={hiding} />;
  if (profile.isBlocked)
    return (
      <>
        {ban}
        <UnhideButton kind="block" profileName={profile.profileName} hiding={hiding} />
        {options}
      </>
    );
  return (
    <>
      <LinkButton
        to={`/conversations/${profile.id}`}
        variant="secondary"
        size="small"
        icon={<MessageCircle size={16} aria-hidden="true" />}
        aria-label={t('header.messageTo', { name: profile.profileName })}
      >
        <span className={styles.message}>{t('header.message')}</span>
      </LinkButton>
      <FollowButton profile={profile} />
      {ban}
      {options}
    </>
  );
}

function ProfileTexts({ profile: { bio, website, takenDown } }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles');
  return (
    <>
      {takenDown && (
        <div className={styles.texts}>
          <TakenDownNote takenDown={takenDown} />
        </div>
      )}
      {bio && (
        <p className={classNames(styles.texts, styles.bio)} dir="auto">
          <TextWithLinks text={bio} />
        </p>
      )}
      {website && (
        <p className={classNames(styles.texts, styles.website)}>
          <LinkIcon size={16} aria-hidden="true" />
          <span className="visually-hidden">{t('header.website')} </span>
          <a href={website} target="_blank" rel="nofollow ugc noopener">
            {website.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        </p>
      )}
    </>
  );
}

function ProfileFacts({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles', 'hiding');
  const formatDay = useFormatDay();
  const { nickname, approved, state, isBlocked, isMuted, followers, following, creationDate } = profile;
  if (isErased(profile))
    return (
      <p className={styles.waiting}>
        <UserX size={18} aria-hidden="true" />
        {t('header.outOfSight.erased')}
      </p>
    );
  return (
    <>
      {!approved && (
        <p className={styles.waiting}>
          <Hourglass size={18} aria-hidden="true" />
          {t('header.waiting')}
        </p>
      )}
      {state && (
        <p className={styles.waiting}>
          <UserX size={18} aria-hidden="true" />
          {profile.until
            ? t('header.outOfSight.suspended', { until: formatDateTime(profile.until) })
            : t(`header.outOfSight.${state}`)}
        </p>
      )}
      {(isBlocked || isMuted) && (
        <p className={styles.waiting}>
          <VolumeX size={18} aria-hidden="true" />
          {t(isBlocked ? 'hiding:blocked' : 'hiding:muted')}
        </p>
      )}
      <ProfileTexts profile={profile} />
      <div className={styles.facts}>
        <Link to={getProfilePath(nickname, 'followers')} className={styles.count}>
          <strong>
            <AbbreviatedNumber value={followers} />
          </strong>{' '}
          {t('header.followers', { count: followers })}
        </Link>
        <Link to={getProfilePath(nickname, 'following')} className={styles.count}>
          <strong>
            <AbbreviatedNumber value={following} />
          </strong>{' '}
          {t('header.following')}
        </Link>
        <span className={styles.joined}>
          <CalendarDays size={16} aria-hidden="true" />
          <span>
            {t('header.joined')} <time dateTime={creationDate}>{formatDay(creationDate)}</time>
          </span>
        </span>
      </div>
    </>
  );
}

/**
 * Profile header, with placeholders while the profile loads. The heading remains mounted, because it has the focus when
 * the page opens.
 */
export function ProfileHeader({ profile }: { readonly profile: Profile | undefined }) {
  const { t } = useTranslation('profiles', 'hiding');
  return (
    <Card
      as="section"
      className={styles.header}
      role={profile ? undefined : 'status'}
      aria-label={profile ? t('header.name', { name: profile.profileName }) : t('header.loading')}
    >
      {profile ? (
        <Avatar name={profile.profileName} seed={profile.id} picture={profile.avatar} size={88} />
      ) : (
        <Skeleton width="88px" height="88px" />
      )}
      <div className={styles.actions}>
        {profile ? <ProfileActions profile={profile} /> : <Skeleton width="6rem" height="2.25rem" round />}
      </div>
      <div className={styles.who}>
        <div className={styles.name}>
          <PageHeading hidden={!profile}>
            {profile ? getDisplayName(profile.profileName) : t('title')}
          </PageHeading>
          {profile ? (
            <RoleBadge role={profile.role} approved={profile.approved} />
          ) : (
            <Skeleton width="min(14rem, 60%)" height="1.65rem" />
          )}
        </div>
        {!profile && <Skeleton width="7rem" height="1.5rem" />}
        {profile && !isErased(profile) && <p className={styles.muted}>@{profile.nickname}</p>}
      </div>
      {profile ? (
        <ProfileFacts profile={profile} />
      ) : (
        <div className={styles.facts}>
          <Skeleton width="min(22rem, 100%)" height="1.5rem" />
        </div>
      )}
    </Card>
  );
}
