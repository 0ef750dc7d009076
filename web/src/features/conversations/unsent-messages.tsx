import { useDispatch, useSelector } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { selectUnsent, type Thread, type UnsentMessage, unsentDropped } from '../../state/messaging.ts';
import { Button } from '../../ui/index.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';

/** Unsent and rejected messages to the other member of a chat. */
export const useUnsent = ({ withId }: Pick<Thread, 'withId'>): readonly UnsentMessage[] =>
  useSelector(selectUnsent).filter(({ receiverId }) => receiverId === withId);

interface RefusedProps {
  readonly message: UnsentMessage;
  readonly onTakenBack: (text: string) => void;
}

/** A rejected message, with actions that keep its text. */
function Refused({ message: { clientId, content, refusal = '' }, onTakenBack }: RefusedProps) {
  const { t } = useTranslation('conversations');
  const dispatch = useDispatch();

  const takeBack = (text: string) => {
    dispatch(unsentDropped(clientId));
    onTakenBack(text);
  };

  return (
    <Bubble content={content} mine look="refused" foot={t('notSent', { reason: refusal })}>
      <span className={styles.choices}>
        <Button size="small" variant="secondary" onClick={() => takeBack(content)}>
          {t('edit')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => takeBack('')}>
          {t('discard')}
        </Button>
      </span>
    </Bubble>
  );
}

export interface UnsentMessagesProps {
  readonly unsent: readonly UnsentMessage[];
  /** Called when a rejected message is withdrawn, with the text to edit, or an empty one. */
  readonly onTakenBack: (text: string) => void;
}

/** The reader's unsent and rejected messages. */
export function UnsentMessages({ unsent, onTakenBack }: UnsentMessagesProps) {
  const { t } = useTranslation('conversations');
  return unsent.map((message) =>
    message.refusal ? (
      <Refused key={message.clientId} message={message} onTakenBack={onTakenBack} />
    ) : (
      <Bubble key={message.clientId} content={message.content} mine look="waiting" foot={t('sending')} />
    ),
  );
}
