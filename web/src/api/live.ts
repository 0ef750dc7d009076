import type { LiveHint, LiveHintName } from '../../../api/contract/live.ts';
import { patient } from './patience.ts';
import { openUpdateSource, type UpdateSource } from './update-source.ts';

/** The hints that say what has changed. */
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
/** A connection that ends sooner is none that a server is ready for. */
const STEADY_MS = 10_000;
/** A tab in the background gives its connection back after this time; browsers allow few to one server. */
const HIDDEN_MS = 30_000;

export interface LiveListener {
  /** Something has changed. */
  readonly onHint: (hint: LiveHint) => void;
  /** What happens from now on is told; what happened since the page asked for something may have been missed. */
  readonly onOpened: () => void;
  /** Hints may have been missed: the connection is back after a gap, or the server was restored. */
  readonly onResumed: () => void;
}

/**
 * Listens to what others do, with a token also to what concerns its holder alone. A broken connection is made again by itself; while the page is hidden for long there is
 * none. Returns how to stop.
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
    source = openUpdateSource('/api/live/updates', token);
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
    source.addEventListener('everything-changed' satisfies LiveHintName, () => listener.onResumed());
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

  // A connection whose network has gone may look open for minutes; a page that nobody sees has a new one later.
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
