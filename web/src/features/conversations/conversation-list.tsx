import { NavLink } from 'react-router-dom';
import type { ConversationRow } from '../../../../contract/conversations.ts';
import { useGetConversationsInfiniteQuery } from '../../api/conversations.ts';
import { getItems } from '../../api/paging.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import { Avatar, Card, classNames, PageHeading, truncate } from '../../ui/index.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './conversation-list.module.css';
import { formatMessageTime } from './format-message-time.ts';
import { NewMessage } from './new-message.tsx';
import { useIsTyping } from './typing-line.tsx';

function Row({ row, now }: { readonly row: ConversationRow; readonly now: number }) {
  const { t } = useTranslation('conversations');
  const { profile, lastMessage, unread } = row;
  const isTyping = useIsTyping(profile.id);
  return (
    <li>
      <NavLink to={`/conversations/${profile.id}`} className={styles.row}>
        <Avatar name={profile.profileName} seed={profile.id} picture={profile.avatar} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <strong>
              <bdi>{truncate(profile.profileName)}</bdi>
            </strong>
            {lastMessage && (
              <time dateTime={lastMessage.timestamp} className={styles.small}>
                {formatMessageTime(lastMessage.timestamp, now)}
              </time>
            )}
          </span>
          <span className={classNames(styles.line, styles.small)}>
            <span dir="auto">{isTyping ? t('typing') : lastMessage?.content}</span>
            {unread > 0 && (
              <span className={styles.unread}>
                <span aria-hidden="true">{formatNumber(unread)}</span>
                <span className="visually-hidden">{t('unread', { count: unread })}</span>
              </span>
            )}
          </span>
        </span>
      </NavLink>
    </li>
  );
}

interface ConversationListProps {
  /** Whether a chat is open beside the list. The page heading then belongs to the chat. */
  readonly isBesideChat?: boolean;
}

/** The current user's conversations, sorted by newest message. */
export function ConversationList({ isBesideChat = false }: ConversationListProps) {
  const { t } = useTranslation('conversations', 'shared');
  const query = useGetConversationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = useNow();
  return (
    <section className={styles.pane} aria-label={t('list')}>
      <header className={styles.head}>
        {isBesideChat ? (
          <h2 className={styles.title}>{t('title')}</h2>
        ) : (
          <PageHeading>{t('title')}</PageHeading>
        )}
        <NewMessage />
      </header>
      <Card className={styles.list}>
        <PagedList
          query={query}
          items={getItems(query.data)}
          label={t('list')}
          className={styles.rows}
          loading={t('loading')}
          empty={t('none')}
          failure={t('shared:failures.loadConversations')}
        >
          {(row) => <Row row={row} now={now} />}
        </PagedList>
      </Card>
    </section>
  );
}
