import { useSelector } from 'react-redux';
import { selectHasNew } from '../../state/messaging.ts';
import styles from './new-message-dot.module.css';

/** A dot beside the way to the messages while there is one that the reader has not seen. */
export function NewMessageDot() {
  if (!useSelector(selectHasNew)) return null;
  return (
    <span className={styles.dot}>
      <span className="visually-hidden">New messages</span>
    </span>
  );
}
