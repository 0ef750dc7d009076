import { useSyncExternalStore } from 'react';
import { getRenderedPage } from '../state/rendered-page.ts';

const UPDATE_INTERVAL_MS = 20_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, UPDATE_INTERVAL_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function getNow(): number {
  if (Date.now() - now > UPDATE_INTERVAL_MS) now = Date.now();
  return now;
}

/** Returns the current time in milliseconds. The time is updated every 20 seconds for all components at once. */
export const useNow = (): number => useSyncExternalStore(subscribe, getNow, () => getRenderedPage().now);
