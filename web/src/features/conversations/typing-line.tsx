import { useSyncExternalStore } from 'react';
import { typingStore } from '../../api/typing.ts';
import { useTranslation } from '../../i18n/index.ts';
import { truncate } from '../../ui/index.ts';
import styles from './conversations.module.css';

/** Returns whether a profile is typing a message to the current user. */
export const useIsTyping = (profileId: string): boolean =>
  useSyncExternalStore(typingStore.subscribe, () => typingStore.has(profileId));

interface TypingLineProps {
  readonly profileId: string;
  readonly name: string;
}

/** Shows whether the other participant is typing. The line has a constant height, so that the messages do not move. */
export function TypingLine({ profileId, name }: TypingLineProps) {
  const { t } = useTranslation('conversations');
  return (
    <p className={styles.typing} role="status">
      {useIsTyping(profileId) && t('typingName', { name: truncate(name) })}
    </p>
  );
}
