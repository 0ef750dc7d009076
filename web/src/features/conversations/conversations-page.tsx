import { MessagesSquare } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { EmptyState, useMinWidth, WIDE_MIN_WIDTH } from '../../ui/index.ts';
import { ChatPage } from './chat-page.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './panes.module.css';

/** The current user's conversations and the open chat: side by side in wide windows, otherwise one of the two. */
export function ConversationsPage() {
  const { t } = useTranslation('conversations');
  const { receiverId } = useParams();
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  if (!isWide) return receiverId ? <ChatPage receiverId={receiverId} /> : <ConversationList />;
  return (
    <div className={styles.panes}>
      <ConversationList isBesideChat={receiverId !== undefined} />
      {receiverId ? (
        <ChatPage receiverId={receiverId} isBesideList />
      ) : (
        <div className={styles.empty}>
          <EmptyState icon={<MessagesSquare size={36} />}>{t('choose')}</EmptyState>
        </div>
      )}
    </div>
  );
}
