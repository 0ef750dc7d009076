import { Bell } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { useGetUnreadNotificationsQuery } from '../../api/notifications.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { classNames } from '../../ui/index.ts';
import styles from './notification-bell.module.css';

/** Maximum count shown. The maximum counted by the server is slightly higher. */
const MAX_SHOWN_COUNT = 99;

/** Link to the notifications with the unread count. Visible to logged-in users. */
export function NotificationBell({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation('app');
  const unread = useGetUnreadNotificationsQuery().data?.unread ?? 0;
  const shownCount = unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : formatNumber(unread);
  const label = unread > 0 ? t('layout.unread', { shown: shownCount }) : t('layout.notifications');
  return (
    <NavLink
      to="/notifications"
      className={classNames(styles.bell, className)}
      aria-label={label}
      title={label}
    >
      <Bell size={20} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shownCount}
        </span>
      )}
    </NavLink>
  );
}
