import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProfileSummary } from '../../../../contract/shapes.ts';
import { Avatar, truncate } from '../../ui/index.ts';
import styles from './dashboard.module.css';

const NAME_LIMIT = 25;

export interface ProfileLineProps {
  readonly profile: ProfileSummary;
  /** Text below the nickname. */
  readonly note: ReactNode;
  /** Further details on their own line. */
  readonly details?: ReactNode;
  /** Buttons. */
  readonly children: ReactNode;
}

/** A profile with staff actions. */
export function ProfileLine({ profile, note, details, children }: ProfileLineProps) {
  const { id, nickname, profileName } = profile;
  return (
    <li className={styles.row}>
      <Link to={`/profile/${encodeURIComponent(nickname)}`} className={styles.who}>
        <Avatar name={profileName} seed={id} />
        <span className={styles.names}>
          <strong>{truncate(profileName, NAME_LIMIT)}</strong>
          <span className={styles.muted}>@{nickname}</span>
          <span className={styles.muted}>{note}</span>
        </span>
      </Link>
      {details}
      <div className={styles.buttons}>{children}</div>
    </li>
  );
}
