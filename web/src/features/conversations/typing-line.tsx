import { useSyncExternalStore } from 'react';
import { typingStore } from '../../api/typing.ts';
import { useTranslation } from '../../i18n/index.ts';
import { truncate } from '../../ui/index.ts';
import styles from './conversations.module.css';

/** Whether a profile is typing a message to the reader. */
export const useIsTyping = (profileId: string): boolean =>
  useSyncExternalStore(typingStore.subscribe, () => typingStore.has(profileId));

interface TypingLineProps {
  readonly profileId: string;
  readonly name: string;
}

/** Shows that the other member is typing. Its height is constant, so that the messages do not move. */
export function TypingLine({ profileId, name }: TypingLineProps) {
  const { t } = useTranslation('conversations');
  return (
    <p className={styles.typing} role="status">
      {useIsTyping(profileId) && t('typingName', { name: truncate(name) })}
    </p>
  );
}
