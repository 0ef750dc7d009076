import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../../../api/contract/notifications.ts';
import { useReadNotificationsMutation } from '../../api/notifications.ts';
import { patient } from '../../api/patience.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Tells the server that what is shown has been read, while somebody can see the page. What comes later is news until it
 * is shown in its turn; what could not be told is told again, ever more rarely. Returns the ids of what was news when it
 * was shown, however often the list is loaded since.
 */
export function useMarkedAsRead(shown: readonly Notification[]): ReadonlySet<string> {
  const [markRead] = useReadNotificationsMutation();
  const visible = useSyncExternalStore(subscribe, () => !document.hidden);
  const [told, setTold] = useState(0);
  const [retry] = useState(() => patient(() => setTold(0), FIRST_WAIT_MS, LONGEST_WAIT_MS));
  const newest = shown.reduce((most, { unread, position }) => (unread ? Math.max(most, position) : most), 0);

  useEffect(() => {
    if (!visible || newest <= told) return;
    setTold(newest);
    markRead(newest).unwrap().then(retry.reset, retry.later);
  }, [visible, newest, told, retry, markRead]);
  useEffect(() => retry.cancel, [retry]);

  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const more = shown.filter(({ unread, id }) => unread && !news.has(id)).map(({ id }) => id);
    if (more.length > 0) setNews(new Set([...news, ...more]));
  }, [shown, news]);
  return news;
}
