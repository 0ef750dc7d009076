import { EyeOff } from 'lucide-react';
import type { Post } from '../../../../contract/shapes.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RelativeTime } from '../../ui/index.ts';
import styles from './taken-down-note.module.css';

/** Note on taken-down content, with the reason. Renders nothing for other content. */
export function TakenDownNote({ takenDown }: Pick<Post, 'takenDown'>) {
  const { t } = useTranslation('shared');
  if (!takenDown) return null;
  return (
    <div className={styles.note} role="note">
      <EyeOff size={18} aria-hidden="true" />
      <div>
        <p>
          <strong>{t('takeDown.note')}</strong> · <RelativeTime instant={takenDown.dateTime} />
        </p>
        <p className={styles.reason}>{t('reason.shown', { reason: takenDown.reason })}</p>
      </div>
    </div>
  );
}
