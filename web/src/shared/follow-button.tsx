import type { ProfileRow } from '../../../api/contract/shapes.ts';
import { newIdempotencyKey } from '../api/base.ts';
import { useFollowProfileMutation } from '../api/profiles.ts';
import { useTranslation } from '../i18n/index.ts';
import { useUser } from '../state/session.ts';
import { Button } from '../ui/index.ts';
import { useLoginWall } from './use-login-wall.ts';

export interface FollowButtonProps {
  readonly profile: Pick<ProfileRow, 'id' | 'profileName' | 'isItFollowed'>;
  /** Lists say 'UnFollow' while the profile is followed, elsewhere it is 'Unfollow'. */
  readonly inList?: boolean;
  readonly size?: 'normal' | 'small';
}

/** Follows a profile or stops following it; there is none for oneself. A visitor is led to the login. */
export function FollowButton({ profile, inList = false, size = 'small' }: FollowButtonProps) {
  const { t } = useTranslation('shared');
  const user = useUser();
  const mayFollow = useLoginWall();
  const [follow, { isLoading }] = useFollowProfileMutation();
  if (user?.id === profile.id) return null;
  const inviting = size === 'small' ? 'soft' : 'primary';
  const unfollow = inList ? 'follow.unfollowInLists' : 'follow.unfollow';
  const text = t(profile.isItFollowed ? unfollow : 'follow.follow');

  const toggle = () => {
    if (isLoading || !mayFollow()) return;
    const { id, isItFollowed } = profile;
    void follow({ id, isItFollowed, key: newIdempotencyKey() });
  };

  return (
    <Button
      size={size}
      variant={profile.isItFollowed ? 'secondary' : inviting}
      aria-label={t('follow.name', { text, name: profile.profileName })}
      onClick={toggle}
    >
      {text}
    </Button>
  );
}
