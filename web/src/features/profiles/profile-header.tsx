import { CalendarDays, Hourglass, MessageCircle, Pencil, UserX } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Profile } from '../../../../api/contract/shapes.ts';
import { formatDay, useTranslation } from '../../i18n/index.ts';
import { BanButton } from '../../shared/ban-button.tsx';
import { FollowButton } from '../../shared/follow-button.tsx';
import { useHiding } from '../../shared/hiding/use-hiding.tsx';
import { ReactivateButton } from '../../shared/reactivate-button.tsx';
import { useUser } from '../../state/session.ts';
import {
  AbbreviatedNumber,
  Avatar,
  Button,
  Card,
  LinkButton,
  PageHeading,
  RoleBadge,
  Skeleton,
} from '../../ui/index.ts';
import { profileAddress } from './contents.ts';
import { HiddenNotice } from './hidden-notice.tsx';
import styles from './profile-header.module.css';
import { ProfileOptions } from './profile-options.tsx';
import { ReviewButtons } from './review-buttons.tsx';

const isStaff = (role: string | undefined): boolean => role === 'ADMIN' || role === 'MOD';

/** What the viewer may do here. */
function Actions({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation(['profiles', 'shared']);
  const user = useUser();
  const hiding = useHiding(profile);
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
  const mayBan = isStaff(user?.role) && !isStaff(profile.role) && profile.state !== 'BANNED';
  const ban = mayBan && <BanButton profile={profile} />;
  if (profile.state)
    return (
      <>
        {ban}
        <ReactivateButton profile={profile} />
      </>
    );
  if (profile.role === 'ORG' && !profile.approved)
    return isStaff(user?.role) ? <ReviewButtons profile={profile} /> : null;
  const options = user && <ProfileOptions profile={profile} hiding={hiding} />;
  if (profile.isBlocked)
    return (
      <>
        {ban}
        <Button
          variant="secondary"
          size="small"
          busy={hiding.busy}
          aria-label={t('shared:hide.unblockName', { name: profile.profileName })}
          onClick={() => hiding.change('block', false)}
        >
          {t('shared:hide.unblock')}
        </Button>
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
      {ban}
      <FollowButton profile={profile} />
      {options}
    </>
  );
}

/** Who somebody is. */
export function ProfileHeader({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profiles');
  const { id, nickname, profileName, role, approved, followers, following, creationDate } = profile;
  return (
    <Card as="section" className={styles.header} aria-label={t('header.name', { name: profileName })}>
      <Avatar name={profileName} seed={id} size={88} />
      <div className={styles.actions}>
        <Actions profile={profile} />
      </div>
      <div className={styles.who}>
        <div className={styles.name}>
          <PageHeading>{profileName}</PageHeading>
          <RoleBadge role={role} />
        </div>
        <p className={styles.muted}>@{nickname}</p>
      </div>
      {!approved && (
        <p className={styles.waiting}>
          <Hourglass size={18} aria-hidden="true" />
          {t('header.waiting')}
        </p>
      )}
      {profile.state && (
        <p className={styles.waiting}>
          <UserX size={18} aria-hidden="true" />
          {t(`header.outOfSight.${profile.state}`)}
        </p>
      )}
      <HiddenNotice {...profile} />
      <div className={styles.facts}>
        <Link to={profileAddress(nickname, 'followers')} className={styles.count}>
          <strong>
            <AbbreviatedNumber value={followers} />
          </strong>{' '}
          {t('header.followers', { count: followers })}
        </Link>
        <Link to={profileAddress(nickname, 'following')} className={styles.count}>
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
    </Card>
  );
}

/** Grey shapes in its place. */
export function ProfileHeaderSkeleton() {
  const { t } = useTranslation('profiles');
  return (
    <Card className={styles.header} role="status" aria-label={t('header.loading')}>
      <Skeleton width="88px" height="88px" />
      <div className={styles.actions}>
        <Skeleton width="6rem" height="2.25rem" round />
      </div>
      <div className={styles.who}>
        <Skeleton width="min(14rem, 60%)" height="1.65rem" />
        <Skeleton width="7rem" height="1.5rem" />
      </div>
      <div className={styles.facts}>
        <Skeleton width="min(22rem, 100%)" height="1.5rem" />
      </div>
    </Card>
  );
}
