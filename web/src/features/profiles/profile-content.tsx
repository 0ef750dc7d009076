import type { Profile } from '../../../../contract/shapes.ts';
import { Animals } from './animals.tsx';
import { Campaigns } from './campaigns.tsx';
import type { Content } from './contents.ts';
import { Followers, Following } from './profile-rows.tsx';
import { Publications } from './publications.tsx';

/** The selected section of a profile. */
export function ProfileContent({
  profile: { nickname, isBlocked = false },
  content,
}: {
  readonly profile: Pick<Profile, 'nickname' | 'isBlocked'>;
  readonly content: Content;
}) {
  switch (content) {
    case 'publications':
      return <Publications nickname={nickname} blocked={isBlocked} />;
    case 'followers':
      return <Followers nickname={nickname} />;
    case 'following':
      return <Following nickname={nickname} />;
    case 'adopt':
      return <Animals nickname={nickname} />;
    case 'crowdfundings':
      return <Campaigns nickname={nickname} />;
  }
}
