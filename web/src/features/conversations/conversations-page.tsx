import { Link } from 'react-router-dom';
import type { ConversationRow } from '../../../../contract/conversations.ts';
import { useGetConversationsInfiniteQuery } from '../../api/conversations.ts';
import { getItems } from '../../api/paging.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import { Avatar, Card, classNames, PageHeading, truncate } from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './conversations.module.css';
import { formatMessageTime } from './format-message-time.ts';

function Row({ row, now }: { readonly row: ConversationRow; readonly now: number }) {
  const { t } = useTranslation('conversations');
  const { profile, lastMessage, unread } = row;
  return (
    <li>
      <Link to={`/conversations/${profile.id}`} className={styles.row}>
        <Avatar name={profile.profileName} seed={profile.id} />
        <span className={styles.lines}>
          <span className={styles.line}>
            <strong>{truncate(profile.profileName)}</strong>
            {lastMessage && (
              <time dateTime={lastMessage.timestamp} className={styles.small}>
                {formatMessageTime(lastMessage.timestamp, now)}
              </time>
            )}
          </span>
          <span className={classNames(styles.line, styles.small)}>
            <span>{lastMessage?.content}</span>
            {unread > 0 && (
              <span className={styles.unread}>
                <span aria-hidden="true">{formatNumber(unread)}</span>
                <span className="visually-hidden">{t('unread', { count: unread })}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The reader's conversations, by newest message. */
export function ConversationsPage() {
  const { t } = useTranslation('conversations');
  const query = useGetConversationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = useNow();
  return (
    <Page gap={3}>
      <PageHeading>{t('title')}</PageHeading>
      <Card>
        <PagedList
          query={query}
          items={getItems(query.data)}
          label={t('list')}
          className={styles.rows}
          loading={t('loading')}
          empty={t('none')}
          failure={t('failures')}
        >
          {(row) => <Row row={row} now={now} />}
        </PagedList>
      </Card>
    </Page>
  );
}
