import { VolumeX } from 'lucide-react';
import type { Profile } from '../../../../contract/shapes.ts';
import { useTranslation } from '../../i18n/index.ts';
import styles from './profile-header.module.css';

/** Notice that is shown if the current user blocks or mutes a profile. */
export function HiddenNotice({ isBlocked, isMuted }: Pick<Profile, 'isBlocked' | 'isMuted'>) {
  const { t } = useTranslation('shared', 'hiding');
  if (!isBlocked && !isMuted) return null;
  return (
    <p className={styles.waiting}>
      <VolumeX size={18} aria-hidden="true" />
      {t(isBlocked ? 'hiding:blocked' : 'hiding:muted')}
    </p>
  );
}
