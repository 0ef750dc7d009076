import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Notification } from '../../../../api/contract/notifications.ts';
import { useReadNotificationsMutation } from '../../api/notifications.ts';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Tells the server that what is shown has been read, while somebody can see the page. What comes later is news until it
 * is shown in its turn.
 */
export function useMarkedAsRead(shown: readonly Notification[]): void {
  const [markRead] = useReadNotificationsMutation();
  const visible = useSyncExternalStore(subscribe, () => !document.hidden);
  const told = useRef(0);
  const newest = shown.reduce((most, { unread, position }) => (unread ? Math.max(most, position) : most), 0);

  useEffect(() => {
    if (!visible || newest <= told.current) return;
    told.current = newest;
    void markRead(newest);
  }, [visible, newest, markRead]);
}
