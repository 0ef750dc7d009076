import { useSelector } from 'react-redux';
import type { RootState } from '../../api/state.ts';
import { selectIsHidden } from '../../api/stored-entities.ts';
import { useTranslation } from '../../i18n/index.ts';
import { selectUnreadFrom } from '../../state/messaging.ts';
import styles from './new-message-dot.module.css';

/** Dot for unseen messages. Muted profiles are ignored. */
export function NewMessageDot() {
  const { t } = useTranslation('app');
  const hasNewMessages = useSelector((state: RootState) =>
    selectUnreadFrom(state).some((id) => !selectIsHidden(state, id)),
  );
  if (!hasNewMessages) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{t('layout.newMessages')}</span>
    </span>
  );
}
