import { BellOff, Settings } from 'lucide-react';
import { useMemo } from 'react';
import { useGetNotificationsInfiniteQuery } from '../../api/notification-lists.ts';
import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import { Card, EmptyState, IconLink } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { NotificationRow } from './notification-row.tsx';
import styles from './notifications.module.css';
import { useMarkAsRead } from './use-mark-as-read.ts';

function NotificationList() {
  const { t } = useTranslation('notifications');
  const query = useGetNotificationsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => getItems(query.data), [query.data]);
  const news = useMarkAsRead(rows);
  return (
    <PagedList
      query={query}
      items={rows}
      label={t('list')}
      className={styles.rows}
      loading={t('loading')}
      empty={<EmptyState icon={<BellOff size={36} />}>{t('empty')}</EmptyState>}
      failure={t('failure')}
    >
      {(row) => <NotificationRow notification={{ ...row, unread: row.unread || news.has(row.id) }} />}
    </PagedList>
  );
}

/** Notifications, newest first. Showing a notification marks it as read. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications');
  return (
    <Page gap={3}>
      <PageHeader title={t('title')}>
        <IconLink to="/settings/notifications" label={t('settings.open')}>
          <Settings size={22} aria-hidden="true" />
        </IconLink>
      </PageHeader>
      <Card>
        <NotificationList />
      </Card>
    </Page>
  );
}
