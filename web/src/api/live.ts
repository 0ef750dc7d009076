import { liveEndpoints } from '../../../contract/endpoints/live.ts';
import type { LiveHint, LiveHintName } from '../../../contract/live.ts';
import { addressOf } from './endpoints.ts';
import { patient } from './patience.ts';
import { openUpdateSource, type UpdateSource } from './update-source.ts';

/** Names of the server-sent events. */
const NAMES = [
  'post-published',
  'post-changed',
  'post-deleted',
  'post-taken-down',
  'post-restored',
  'profile-changed',
  'crowdfunding-changed',
  'notifications-changed',
  'conversation-read',
] as const satisfies LiveHintName[];

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A connection that closes sooner, in milliseconds, does not reset the backoff. */
const STEADY_MS = 10_000;
/**
 * A hidden tab closes its connection after this time, in milliseconds: browsers limit the connections to one
 * server.
 */
const HIDDEN_MS = 30_000;

export interface LiveListener {
  /** A live update arrived. */
  readonly onHint: (hint: LiveHint) => void;
  /** The connection is open. Updates between the page's first request and now may have been missed. */
  readonly onOpened: () => void;
  /** The server was restored: known log positions are invalid. `onResumed` follows. */
  readonly onRestored: () => void;
  /** Updates may have been missed: the connection was interrupted, or the server was restored. */
  readonly onResumed: () => void;
}

/**
 * Subscribes to live updates; with a token also to those for its account. Reconnects automatically, and
 * disconnects while the page is hidden for long. Returns a function that unsubscribes.
 */
export function listenToUpdates(listener: LiveListener, token?: string): () => void {
  let source: UpdateSource | null = null;
  let gap = false;
  const retry = patient(connect, FIRST_WAIT_MS, LONGEST_WAIT_MS, STEADY_MS);
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function disconnect(): void {
    retry.cancel();
    if (source) gap = true;
    source?.close();
    source = null;
  }

  function connect(): void {
    disconnect();
    source = openUpdateSource(addressOf(liveEndpoints.liveUpdates, undefined), token);
    source.addEventListener('open', () => {
      retry.reset();
      listener.onOpened();
      if (gap) listener.onResumed();
      gap = false;
    });
    source.addEventListener('error', () => {
      disconnect();
      retry.later();
    });
    source.addEventListener('everything-changed' satisfies LiveHintName, () => {
      listener.onRestored();
      listener.onResumed();
    });
    for (const name of NAMES)
      source.addEventListener(name, (event) => {
        const { data } = event as MessageEvent<string>;
        listener.onHint({ name, data: JSON.parse(data) } as LiveHint);
      });
  }

  function beginAnew(): void {
    retry.beginAnew();
    connect();
  }

  function followVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(disconnect, HIDDEN_MS);
    else if (!source) beginAnew();
  }

  // A connection whose network is gone can look open for minutes. A hidden page reconnects when it is shown.
  function renew(): void {
    if (document.hidden) disconnect();
    else beginAnew();
  }

  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('online', renew);
  if (!document.hidden) connect();
  return () => {
    document.removeEventListener('visibilitychange', followVisibility);
    window.removeEventListener('online', renew);
    clearTimeout(hiding);
    disconnect();
  };
}
