import { createIdempotencyKey } from '../api/base.ts';
import type { StoredProfile } from '../api/entities.ts';
import { useToggleFollowMutation } from '../api/profiles.ts';
import { useTranslation } from '../i18n/index.ts';
import { useUser } from '../state/session.ts';
import { Button } from '../ui/index.ts';
import { useRequireLogin } from './use-require-login.ts';

interface FollowButtonProps {
  readonly profile: Pick<StoredProfile, 'id' | 'nickname' | 'profileName' | 'isItFollowed'>;
  /** Lists use the label 'UnFollow' for a followed profile; other components use 'Unfollow'. */
  readonly inList?: boolean;
  readonly size?: 'normal' | 'small';
}

/** Button that follows or unfollows a profile. Hidden for the own profile. Redirects visitors to the login. */
export function FollowButton({ profile, inList = false, size = 'small' }: FollowButtonProps) {
  const { t } = useTranslation('shared');
  const user = useUser();
  const requireLogin = useRequireLogin();
  const [follow, { isLoading }] = useToggleFollowMutation();
  if (user?.id === profile.id) return null;
  const followVariant = size === 'small' ? 'soft' : 'primary';
  const unfollow = inList ? 'follow.unfollowInLists' : 'follow.unfollow';
  const text = t(profile.isItFollowed ? unfollow : 'follow.follow');

  const toggle = () => {
    if (isLoading || !requireLogin()) return;
    const { id, nickname, isItFollowed = false } = profile;
    void follow({ id, nickname, isItFollowed, idempotencyKey: createIdempotencyKey() });
  };

  return (
    <Button
      size={size}
      variant={profile.isItFollowed ? 'secondary' : followVariant}
      aria-label={t('follow.name', { text, name: profile.profileName })}
      onClick={toggle}
    >
      {text}
    </Button>
  );
}
