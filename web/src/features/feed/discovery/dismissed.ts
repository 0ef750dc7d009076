import { useSyncExternalStore } from 'react';
import { tabStorage } from '../../../state/browser-storage.ts';

const KEY = 'dismissed-cards';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const read = (): string => tabStorage.get(KEY) ?? '';

/** Dismisses a card in the feed until the tab is closed. */
export function dismiss(id: string): void {
  tabStorage.set(KEY, `${read()} ${id}`.trim());
  for (const listener of listeners) listener();
}

/** Returns whether the user has dismissed a card. */
export const useIsDismissed = (id: string): boolean =>
  useSyncExternalStore(subscribe, read, read).split(' ').includes(id);
