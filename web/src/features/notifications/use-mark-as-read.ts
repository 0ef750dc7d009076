import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Notification } from '../../../../contract/notifications.ts';
import { createBackoff } from '../../api/backoff.ts';
import { useReadNotificationsMutation } from '../../api/notifications.ts';

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Marks visible notifications as read while the page is visible. Retries failed requests with exponential backoff.
 * Returns the ids of notifications that were unread when they were first shown, even after the list is refetched.
 */
export function useMarkAsRead(notifications: readonly Notification[]): ReadonlySet<string> {
  const [markRead] = useReadNotificationsMutation();
  const isVisible = useSyncExternalStore(subscribe, () => !document.hidden);
  const [readUntil, setReadUntil] = useState(0);
  const [retry] = useState(() => createBackoff(() => setReadUntil(0), INITIAL_RETRY_MS, MAX_RETRY_MS));
  const newest = notifications.reduce(
    (most, { unread, position }) => (unread ? Math.max(most, position) : most),
    0,
  );

  useEffect(() => {
    if (!isVisible || newest <= readUntil) return;
    setReadUntil(newest);
    markRead({ until: newest }).unwrap().then(retry.markSuccess, retry.schedule);
  }, [isVisible, newest, readUntil, retry, markRead]);
  useEffect(() => retry.cancel, [retry]);

  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const more = notifications.filter(({ unread, id }) => unread && !newIds.has(id)).map(({ id }) => id);
    if (more.length > 0) setNewIds(new Set([...newIds, ...more]));
  }, [notifications, newIds]);
  return newIds;
}
