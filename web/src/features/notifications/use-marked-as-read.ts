import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../../../api/contract/notifications.ts';
import { useReadNotificationsMutation } from '../../api/notifications.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Tells the server that what is shown has been read, while somebody can see the page. What comes later is news until it
 * is shown in its turn. Returns the ids of what was news when it was shown, however often the list is loaded since.
 */
export function useMarkedAsRead(shown: readonly Notification[]): ReadonlySet<string> {
  const [markRead] = useReadNotificationsMutation();
  const visible = useSyncExternalStore(subscribe, () => !document.hidden);
  const told = useRef(0);
  const newest = shown.reduce((most, { unread, position }) => (unread ? Math.max(most, position) : most), 0);

  useEffect(() => {
    if (!visible || newest <= told.current) return;
    told.current = newest;
    markRead(newest)
      .unwrap()
      .catch(() => {
        told.current = 0;
      });
  }, [visible, newest, markRead]);

  const [news, setNews] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const more = shown.filter(({ unread, id }) => unread && !news.has(id)).map(({ id }) => id);
    if (more.length > 0) setNews(new Set([...news, ...more]));
  }, [shown, news]);
  return news;
}
