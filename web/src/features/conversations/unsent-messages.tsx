import { useDispatch, useSelector } from 'react-redux';
import { tell, useTranslation } from '../../i18n/index.ts';
import { selectUnsent, type Thread, type UnsentMessage, unsentDropped } from '../../state/messaging.ts';
import { Button } from '../../ui/index.ts';
import { Bubble } from './bubble.tsx';
import styles from './conversations.module.css';

/** What has not been sent, or will not be, to the other member of a chat. */
export const useUnsent = ({ withId }: Pick<Thread, 'withId'>): readonly UnsentMessage[] =>
  useSelector(selectUnsent).filter(({ receiverId }) => receiverId === withId);

interface RefusedProps {
  readonly message: UnsentMessage;
  readonly onTakenBack: (text: string) => void;
}

/** A message that the server will not take: its text is not lost. */
function Refused({ message: { clientId, content, refusal = '' }, onTakenBack }: RefusedProps) {
  const { t } = useTranslation('conversations');
  const dispatch = useDispatch();

  const takeBack = (text: string) => {
    dispatch(unsentDropped(clientId));
    onTakenBack(text);
  };

  return (
    <Bubble content={content} mine look="refused" foot={t('notSent', { reason: tell(refusal) })}>
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
  /** Called when a refused message is taken back, with what of it the reader wants to write anew. */
  readonly onTakenBack: (text: string) => void;
}

/** One's own messages that are on their way, and those that were refused. */
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
