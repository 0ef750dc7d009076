import { Link } from 'react-router-dom';
import type { Notification } from '../../../../contract/notifications.ts';
import { notificationKinds } from '../../../../contract/rules/notifications.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { Avatar, classNames, RelativeTime, truncate } from '../../ui/index.ts';
import { getNotificationIcon, getNotificationPath } from './kinds.ts';
import styles from './notifications.module.css';

const MAX_COUNTED_OTHERS = 99;
const MAX_QUOTE_LENGTH = 80;

/** Returns the formatted actors of a notification: one or two names and the number of other actors. */
function useActorNames({ actors, others: unnamedCount, anonymous }: Notification): string {
  const { t } = useTranslation('notifications');
  const names = actors.map(({ profileName }) => truncate(profileName));
  const [firstName, secondName, thirdName] = anonymous > 0 ? [...names, t('who.anonymous')] : names;
  if (!firstName) return '';
  if (!secondName) return t('who.one', { first: firstName });
  const others = thirdName ? unnamedCount + anonymous : unnamedCount;
  if (others === 0) return t('who.two', { first: firstName, second: secondName });
  const shownCount = others < MAX_COUNTED_OTHERS ? formatNumber(others) : `${MAX_COUNTED_OTHERS}+`;
  return t('who.more', { first: firstName, second: secondName, count: others, shown: shownCount });
}

function Detail({ notification: { kind, subject, amount } }: { readonly notification: Notification }) {
  const { t } = useTranslation('notifications');
  if (notificationKinds[kind].hasQuote && subject)
    return <span className={styles.detail}>{subject.text}</span>;
  if (amount === null) return null;
  return <span className={styles.detail}>{t('coins', { count: amount, shown: formatNumber(amount) })}</span>;
}

/** A notification row. The whole row links to the subject. */
export function NotificationRow({ notification }: { readonly notification: Notification }) {
  const { t } = useTranslation('notifications');
  const { kind, unread, actors, subject, dateTime, reason, daysLeft } = notification;
  const Icon = getNotificationIcon(kind);
  const actorNames = useActorNames(notification);
  const text = truncate(subject?.text ?? '', MAX_QUOTE_LENGTH);
  const [actor] = actors;
  return (
    <li>
      <Link
        to={getNotificationPath(notification)}
        className={classNames(styles.row, unread && styles.unread)}
      >
        <span className={styles.mark}>
          {actor && <Avatar name={actor.profileName} seed={actor.id} picture={actor.avatar} size={44} />}
          <span className={classNames(styles.kind, !actor && styles.alone)}>
            <Icon size={actor ? 14 : 22} aria-hidden="true" />
          </span>
        </span>
        <span className={styles.words}>
          <span className={styles.sentence}>
            {unread && <span className="visually-hidden">{t('unread')}</span>}
            {t(`sentences.${kind}`, {
              count: Math.max(1, actors.length),
              who: actorNames,
              text,
              days: daysLeft ?? 0,
            })}
          </span>
          <Detail notification={notification} />
          {reason && <span className={styles.reason}>{t('reason', { reason })}</span>}
          <span className={styles.time}>
            <RelativeTime instant={dateTime} />
          </span>
        </span>
      </Link>
    </li>
  );
}
