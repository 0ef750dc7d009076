import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../../../contract/notifications.ts';
import { useReadNotificationsMutation } from '../../api/notifications.ts';
import { patient } from '../../api/patience.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Marks the shown notifications as read while the page is visible; failed requests are retried with
 * exponential backoff. Returns the ids of the notifications that were unread when they were first shown, even
 * after the list is refetched.
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
    markRead({ until: newest }).unwrap().then(retry.reset, retry.later);
  }, [visible, newest, told, retry, markRead]);
  useEffect(() => retry.cancel, [retry]);

  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const more = shown.filter(({ unread, id }) => unread && !news.has(id)).map(({ id }) => id);
    if (more.length > 0) setNews(new Set([...news, ...more]));
  }, [shown, news]);
  return news;
}
