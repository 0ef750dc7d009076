import type { ProfileRow } from '../../../api/contract/shapes.ts';
import { newIdempotencyKey } from '../api/base.ts';
import { useFollowProfileMutation } from '../api/profiles.ts';
import { useUser } from '../state/session.ts';
import { Button } from '../ui/index.ts';
import { useLoginWall } from './use-login-wall.ts';

export interface FollowButtonProps {
  readonly profile: Pick<ProfileRow, 'id' | 'profileName' | 'isItFollowed'>;
  /** Text while the profile is followed: lists say 'UnFollow', elsewhere it is 'Unfollow'. */
  readonly unfollowText?: string;
  readonly size?: 'normal' | 'small';
}

/** Follows a profile or stops following it; there is none for oneself. A visitor is led to the login. */
export function FollowButton({ profile, unfollowText = 'Unfollow', size = 'small' }: FollowButtonProps) {
  const user = useUser();
  const mayFollow = useLoginWall();
  const [follow, { isLoading }] = useFollowProfileMutation();
  if (user?.id === profile.id) return null;
  const inviting = size === 'small' ? 'soft' : 'primary';
  const text = profile.isItFollowed ? unfollowText : 'Follow';

  const toggle = () => {
    if (isLoading || !mayFollow()) return;
    const { id, isItFollowed } = profile;
    void follow({ id, isItFollowed, key: newIdempotencyKey() });
  };

  return (
    <Button
      size={size}
      variant={profile.isItFollowed ? 'secondary' : inviting}
      aria-label={`${text} ${profile.profileName}`}
      onClick={toggle}
    >
      {text}
    </Button>
  );
}
