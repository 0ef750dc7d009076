import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent, RefObject } from 'react';
import { useDispatch } from 'react-redux';
import { checkMessage, MESSAGE_LIMIT } from '../../../../contract/rules/conversations.ts';
import { cleanText } from '../../../../contract/rules/text.ts';
import { createIdempotencyKey } from '../../api/base.ts';
import { resetSignal, signalTyping } from '../../api/typing.ts';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { messageQueued, type Thread } from '../../state/messaging.ts';
import { IconButton, keepFocus } from '../../ui/index.ts';
import { useLinkedAnimalId } from './attached-animal.tsx';
import styles from './conversations.module.css';

interface ComposerProps {
  readonly thread: Thread;
  /** The unsent message text. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** The text area. It keeps the focus while messages are sent; otherwise a phone would close its keyboard. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Input for a message. Enter sends and Shift+Enter inserts a line break. Blank messages are not sent. */
export function Composer({ thread, draft, onDraft, field }: ComposerProps) {
  const { t } = useTranslation('conversations');
  const { withId: receiverId, conversationId } = thread;
  const dispatch = useDispatch();
  const content = cleanText(draft);
  const animalId = useLinkedAnimalId();

  function send(): void {
    if (content === '') return;
    const problem = checkMessage(content);
    if (problem) {
      dispatch(feedbackAdded('bad', problem));
      return;
    }
    dispatch(
      messageQueued({
        clientId: createIdempotencyKey(),
        receiverId,
        conversationId,
        content,
        timestamp: new Date().toISOString(),
        ...(animalId && { animalId }),
      }),
    );
    onDraft('');
    resetSignal();
  }

  function change(text: string): void {
    onDraft(text);
    if (cleanText(text) !== '') signalTyping(receiverId);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    send();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form className={styles.composer} onSubmit={submit}>
      <textarea
        ref={field}
        aria-label={t('write')}
        placeholder={t('write')}
        rows={1}
        maxLength={MESSAGE_LIMIT * 2}
        value={draft}
        onChange={({ target }) => change(target.value)}
        onKeyDown={handleKeyDown}
      />
      <IconButton
        type="submit"
        label={t('send')}
        className={styles.send}
        aria-disabled={content === ''}
        onMouseDown={keepFocus}
      >
        <SendHorizontal size={22} />
      </IconButton>
    </form>
  );
}
