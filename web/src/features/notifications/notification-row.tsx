import { Link } from 'react-router-dom';
import type { Notification } from '../../../../api/contract/notifications.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { Avatar, classNames, RelativeTime, truncate } from '../../ui/index.ts';
import { KINDS } from './kinds.ts';
import styles from './notifications.module.css';

/** Others than the two that are named are counted so far by the server. */
const MOST_OTHERS = 99;
/** Characters of a post, a comment or a title that are shown. */
const MOST_CHARACTERS = 80;

/** Who did it: one or two by name, and how many more. */
function useWho({ actors: [first, second], others }: Notification): string {
  const { t } = useTranslation('notifications');
  if (!first) return '';
  const names = {
    first: truncate(first.profileName),
    second: truncate(second?.profileName ?? ''),
  };
  if (!second) return t('who.one', names);
  if (others === 0) return t('who.two', names);
  const shown = others < MOST_OTHERS ? formatNumber(others) : `${MOST_OTHERS}+`;
  return t('who.more', { ...names, count: others, shown });
}

/** The line below the sentence: the words it is about, or an amount. */
function Detail({ notification: { kind, subject, amount } }: { readonly notification: Notification }) {
  const { t } = useTranslation('notifications');
  const isOfPost = kind === 'LIKE' || kind === 'COMMENT';
  if (isOfPost && subject) return <span className={styles.detail}>{subject.text}</span>;
  if (amount === null) return null;
  return <span className={styles.detail}>{t('coins', { count: amount, shown: formatNumber(amount) })}</span>;
}

/** One thing that one is told of; all of it leads to what it is about. */
export function NotificationRow({ notification }: { readonly notification: Notification }) {
  const { t } = useTranslation('notifications');
  const { kind, unread, actors, subject, dateTime, reason, daysLeft } = notification;
  const { Icon, to } = KINDS[kind];
  const who = useWho(notification);
  const text = truncate(subject?.text ?? '', MOST_CHARACTERS);
  const [actor] = actors;
  return (
    <li>
      <Link to={to(notification)} className={classNames(styles.row, unread && styles.unread)}>
        <span className={styles.mark}>
          {actor && <Avatar name={actor.profileName} seed={actor.id} size={44} />}
          <span className={classNames(styles.kind, !actor && styles.alone)}>
            <Icon size={actor ? 14 : 22} aria-hidden="true" />
          </span>
        </span>
        <span className={styles.words}>
          <span className={styles.sentence}>
            {unread && <span className="visually-hidden">{t('unread')}</span>}
            {t(`sentences.${kind}`, { count: Math.max(1, actors.length), who, text, days: daysLeft ?? 0 })}
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
