import { useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { selectHiddenIds } from '../../state/hidden.ts';
import { type MessagingState, selectUnreadFrom } from '../../state/messaging.ts';
import styles from './new-message-dot.module.css';

/** Dot for unseen messages, except from muted profiles. */
export function NewMessageDot() {
  const { t } = useTranslation('app');
  const hidden = useSelector(selectHiddenIds);
  const isNew = useSelector((state: { messaging: MessagingState }) =>
    selectUnreadFrom(state).some((id) => !hidden.includes(id)),
  );
  if (!isNew) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{t('layout.newMessages')}</span>
    </span>
  );
}
