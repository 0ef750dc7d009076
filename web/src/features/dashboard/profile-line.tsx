import type { ReactNode } from 'react';
import type { ProfileSummary } from '../../../../contract/shapes.ts';
import { ProfileIdentity } from '../../shared/profile-link/profile-identity.tsx';
import styles from './dashboard.module.css';

const MAX_NAME_LENGTH = 25;

interface ProfileLineProps {
  readonly profile: ProfileSummary;
  /** Text below the nickname. */
  readonly note: ReactNode;
  readonly details?: ReactNode;
  readonly children: ReactNode;
}

/** A profile with staff actions. */
export function ProfileLine({ profile, note, details, children }: ProfileLineProps) {
  return (
    <li className={styles.row}>
      <ProfileIdentity profile={profile} nameLimit={MAX_NAME_LENGTH} className={styles.who}>
        <span className={styles.muted}>{note}</span>
      </ProfileIdentity>
      {details}
      <div className={styles.buttons}>{children}</div>
    </li>
  );
}
