import { Bell } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { useUnreadNotificationsQuery } from '../../api/notifications.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { classNames } from '../../ui/index.ts';
import styles from './notification-bell.module.css';

/** The server counts a little further, and no further than needed. */
const MOST_SHOWN = 99;

/** The way to the notifications, for somebody who is logged in, with how many are unread. */
export function NotificationBell({ className }: { readonly className?: string | undefined }) {
  const { t } = useTranslation('app');
  const unread = useUnreadNotificationsQuery().data?.unread ?? 0;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : formatNumber(unread);
  const label = unread > 0 ? t('layout.unread', { count: unread, shown }) : t('layout.notifications');
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
          {shown}
        </span>
      )}
    </NavLink>
  );
}
