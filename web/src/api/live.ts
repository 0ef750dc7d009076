import { liveEndpoints } from '../../../contract/endpoints/live.ts';
import type { LiveHint, LiveHintName } from '../../../contract/live.ts';
import { createBackoff } from './backoff.ts';
import { createPath } from './endpoints.ts';
import { openUpdateSource, type UpdateSource } from './update-source.ts';

/** A hint about one change. */
export type ChangeHint = Exclude<LiveHint, { name: 'everything-changed' | 'changes-missed' }>;

/** The names as keys, so that the compiler reports a missing one. */
const HINT_NAMES: Record<ChangeHint['name'], true> = {
  'post-published': true,
  'post-edited': true,
  'post-changed': true,
  'post-deleted': true,
  'post-taken-down': true,
  'post-restored': true,
  'profile-changed': true,
  'crowdfunding-changed': true,
  'notifications-changed': true,
  'wallet-changed': true,
  'conversation-read': true,
  'messages-seen': true,
};

const INITIAL_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Minimum uptime that resets the reconnect backoff, in milliseconds. */
const MIN_UPTIME_MS = 10_000;
/**
 * Time after which a hidden tab disconnects, in milliseconds. Over HTTP/1.1, browsers open six connections per server,
 * so somebody who looks at one tab after another must not reach six.
 */
const HIDDEN_DISCONNECT_MS = 5_000;

/** Maximum delay in milliseconds before everything is refetched. It is random, so that not all clients refetch at once. */
const MAX_REFETCH_DELAY_MS = 5_000;

interface LiveListener {
  readonly onHint: (hint: ChangeHint) => void;
  /** Called when the connection opens. Updates since the first request of the page may have been missed. */
  readonly onOpen: () => void;
  /** Called after the server was restored, which invalidates known log positions. `onResumed` follows after a random delay. */
  readonly onRestored: () => void;
  /** Called when updates may have been missed, for example because the connection was interrupted. */
  readonly onResumed: () => void;
}

/** Subscribes to public live updates and those of the token's account. Returns a function that unsubscribes. */
export function subscribeToUpdates(listener: LiveListener, token?: string): () => void {
  let source: UpdateSource | null = null;
  let hasGap = false;
  const retry = createBackoff(connect, INITIAL_RETRY_MS, MAX_RETRY_MS, MIN_UPTIME_MS);
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  let refetchTimer: ReturnType<typeof setTimeout> | undefined;

  function disconnect(): void {
    retry.cancel();
    clearTimeout(refetchTimer);
    refetchTimer = undefined;
    if (source) hasGap = true;
    source?.close();
    source = null;
  }

  function connect(): void {
    disconnect();
    source = openUpdateSource(createPath(liveEndpoints.liveUpdates, undefined), token);
    source.addEventListener('open', () => {
      retry.markSuccess();
      listener.onOpen();
      if (hasGap) listener.onResumed();
      hasGap = false;
    });
    source.addEventListener('error', () => {
      disconnect();
      retry.schedule();
    });
    const refetchSoon = () => {
      refetchTimer ??= setTimeout(() => {
        refetchTimer = undefined;
        listener.onResumed();
      }, Math.random() * MAX_REFETCH_DELAY_MS);
    };
    source.addEventListener('changes-missed' satisfies LiveHintName, refetchSoon);
    source.addEventListener('everything-changed' satisfies LiveHintName, () => {
      listener.onRestored();
      refetchSoon();
    });
    for (const name of Object.keys(HINT_NAMES))
      source.addEventListener(name, (event) => {
        const { data } = event as MessageEvent<string>;
        listener.onHint({ name, data: JSON.parse(data) } as ChangeHint);
      });
  }

  function reconnectNow(): void {
    retry.resetDelay();
    connect();
  }

  function handleVisibilityChange(): void {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(disconnect, HIDDEN_DISCONNECT_MS);
    else if (!source) reconnectNow();
  }

  // A connection can appear open for minutes after the network is lost. A hidden page reconnects when shown.
  function handleOnline(): void {
    if (document.hidden) disconnect();
    else reconnectNow();
  }

  document.addEventListener('visibilitychange', handleVisibilityChange);
  window.addEventListener('online', handleOnline);
  // The back/forward cache would keep the connection of a page that was left.
  window.addEventListener('pagehide', disconnect);
  window.addEventListener('pageshow', handleVisibilityChange);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    window.removeEventListener('online', handleOnline);
    window.removeEventListener('pagehide', disconnect);
    window.removeEventListener('pageshow', handleVisibilityChange);
    clearTimeout(hiddenTimer);
    disconnect();
  };
}
