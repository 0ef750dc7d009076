import { useDispatch, useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { selectUnsent, type Thread, type UnsentMessage, unsentDiscarded } from '../../state/messaging.ts';
import { Button } from '../../ui/index.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';

/** Returns the unsent and rejected messages to the other participant of a chat. */
export const useUnsentMessages = ({ withId }: Pick<Thread, 'withId'>): readonly UnsentMessage[] =>
  useSelector(selectUnsent).filter(({ receiverId }) => receiverId === withId);

interface RejectedMessageProps {
  readonly message: UnsentMessage;
  readonly onWithdraw: (text: string) => void;
}

/** A rejected message, with actions that keep its text. */
function RejectedMessage({ message: { clientId, content, refusal = '' }, onWithdraw }: RejectedMessageProps) {
  const { t } = useTranslation('conversations');
  const dispatch = useDispatch();

  const withdraw = (text: string) => {
    dispatch(unsentDiscarded(clientId));
    onWithdraw(text);
  };

  return (
    <Bubble content={content} isOwn look="refused" footer={t('notSent', { reason: refusal })}>
      <span className={styles.choices}>
        <Button size="small" variant="secondary" onClick={() => withdraw(content)}>
          {t('edit')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => withdraw('')}>
          {t('discard')}
        </Button>
      </span>
    </Bubble>
  );
}

interface UnsentMessagesProps {
  readonly unsent: readonly UnsentMessage[];
  readonly onWithdraw: (text: string) => void;
}

/** The current user's unsent and rejected messages. */
export function UnsentMessages({ unsent, onWithdraw }: UnsentMessagesProps) {
  const { t } = useTranslation('conversations');
  return unsent.map((message) =>
    message.refusal ? (
      <RejectedMessage key={message.clientId} message={message} onWithdraw={onWithdraw} />
    ) : (
      <Bubble key={message.clientId} content={message.content} isOwn look="waiting" footer={t('sending')} />
    ),
  );
}
