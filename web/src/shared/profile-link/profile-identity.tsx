import type { ReactNode } from 'react';
import type { ProfileSummary } from '../../../../contract/shapes.ts';
import { Avatar, classNames, truncate } from '../../ui/index.ts';
import styles from './profile-identity.module.css';
import { ProfileLink } from './profile-link.tsx';

interface ProfileIdentityProps {
  readonly profile: Pick<ProfileSummary, 'id' | 'nickname' | 'profileName' | 'avatar'>;
  /** Maximum length of the displayed name, in characters. */
  readonly nameLimit?: number;
  readonly className?: string | undefined;
  /** Additional lines below the nickname. */
  readonly children?: ReactNode;
}

/** Avatar, name and nickname of a profile in a list, linked to the profile. */
export function ProfileIdentity({ profile, nameLimit, className, children }: ProfileIdentityProps) {
  const { id, nickname, profileName } = profile;
  return (
    <ProfileLink nickname={nickname} className={classNames(styles.who, className)}>
      <Avatar name={profileName} seed={id} picture={profile.avatar} />
      <span className={styles.names}>
        <strong>
          <bdi>{truncate(profileName, nameLimit)}</bdi>
        </strong>
        <span className={styles.small}>@{nickname}</span>
        {children}
      </span>
    </ProfileLink>
  );
}
