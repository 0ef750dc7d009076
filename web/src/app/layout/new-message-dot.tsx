import { useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { selectHasNew } from '../../state/messaging.ts';
import styles from './new-message-dot.module.css';

/** A dot beside the way to the messages while there is one that the reader has not seen. */
export function NewMessageDot() {
  const { t } = useTranslation('app');
  if (!useSelector(selectHasNew)) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">{t('layout.newMessages')}</span>
    </span>
  );
}
