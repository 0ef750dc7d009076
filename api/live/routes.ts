import { PassThrough } from 'node:stream';
import { type LiveHint, liveUpdates } from '../../contract/live.ts';
import { tooManyListeners } from '../../contract/problems.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { ApiFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { AddressLimiter } from './address-limiter.ts';
import { watchSessions } from './session-watch.ts';
import { isWithheldByBlocks, type LiveUpdates, type PersonalHints, type WithheldAuthors } from './updates.ts';

const HEARTBEAT_MS = 15_000;
/** In bytes. Clients that exceed it are disconnected and then reconnect. */
const MAX_WAITING_BYTES = 64 * 1024;
const MAX_LISTENERS = 10_000;
/** Visitors are limited per IP address, which many people can share. */
const MAX_STREAMS = { account: 50, address: 200 };

interface Listener {
  readonly stream: PassThrough;
  /** The account id, or the IP address of a visitor. */
  readonly limitKey: string;
  /** Null for a visitor. */
  readonly session: { readonly id: Uuid; readonly accountId: AccountId } | null;
}

/** The open server-sent event streams. */
export interface LiveStreams {
  readonly routes: readonly Route[];
  readonly close: () => void;
}

const serializeHints = (hints: readonly LiveHint[]): string =>
  hints.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');

const isPostOfAuthors = (authors: ReadonlySet<AccountId>, hint: LiveHint): boolean =>
  isWithheldByBlocks(hint) && authors.has(hint.data.authorId);

/** Serves live updates as server-sent events. `limitAddress` limits the open streams per IP address. */
export function createLiveStreams(
  system: ApiSystem,
  updates: LiveUpdates,
  limitAddress: AddressLimiter,
): LiveStreams {
  const listeners = new Set<Listener>();

  /** Numbers of streams. Those of visitors are counted per IP address in `addressCounts`. */
  const accounts = new Map<AccountId, number>();
  const addressCounts = new Map<string, number>();

  function writeToAll(formatHints: (listener: Listener) => string): void {
    for (const listener of listeners) {
      const { stream } = listener;
      const text = formatHints(listener);
      if (stream.writableLength + stream.readableLength > MAX_WAITING_BYTES) stream.destroy();
      else if (text) stream.write(text);
    }
  }

  /** Hints that most streams receive are serialized only once. */
  function sendHints(
    hints: readonly LiveHint[],
    personalHints: PersonalHints,
    authorsByAccount: WithheldAuthors,
  ): void {
    const commonText = serializeHints(hints);
    writeToAll(({ session }) => {
      if (!session) return commonText;
      const withheldAuthors = authorsByAccount.get(session.accountId);
      const visibleText = withheldAuthors
        ? serializeHints(hints.filter((hint) => !isPostOfAuthors(withheldAuthors, hint)))
        : commonText;
      return visibleText + serializeHints(personalHints.get(session.accountId) ?? []);
    });
  }

  const getCounts = ({ session }: Pick<Listener, 'session'>): Map<string, number> =>
    session ? accounts : addressCounts;

  function changeCount(listener: Listener, delta: 1 | -1): void {
    const counts = getCounts(listener);
    const newCount = (counts.get(listener.limitKey) ?? 0) + delta;
    if (newCount > 0) counts.set(listener.limitKey, newCount);
    else counts.delete(listener.limitKey);
  }

  function isLimitReached({ session, limitKey }: Pick<Listener, 'session' | 'limitKey'>): boolean {
    const limit = session ? MAX_STREAMS.account : MAX_STREAMS.address;
    return listeners.size >= MAX_LISTENERS || (getCounts({ session }).get(limitKey) ?? 0) >= limit;
  }

  let stopListening: (() => void) | undefined;

  /** Subscribes to live updates while there are open streams. */
  function updateSubscription(): void {
    if (listeners.size > 0) stopListening ??= updates.listen({ accounts, send: sendHints });
    else {
      stopListening?.();
      stopListening = undefined;
    }
  }

  const heartbeat = setInterval(() => writeToAll(() => ': still here\n\n'), HEARTBEAT_MS);
  const stopWatching = watchSessions(
    system,
    () =>
      [...listeners].flatMap(({ session, stream }) => (session ? [{ sessionId: session.id, stream }] : [])),
    ({ stream }) => stream.end(),
  );

  const liveUpdatesRoute = defineRoute(liveUpdates, async ({ caller, clientAddress, http }) => {
    const session = caller && { id: caller.sessionId, accountId: caller.id };
    const listener = { stream: new PassThrough(), session, limitKey: caller?.id ?? clientAddress };
    const { stream } = listener;
    const release = isLimitReached(listener) ? null : limitAddress(http.req);
    if (!release) throw new ApiFailure(503, tooManyListeners, { headers: { 'Retry-After': '30' } });
    listeners.add(listener);
    changeCount(listener, 1);
    updateSubscription();
    stream.once('close', () => {
      release();
      listeners.delete(listener);
      changeCount(listener, -1);
      updateSubscription();
    });
    http.type = 'text/event-stream';
    http.set({ 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
    http.req.setTimeout(0);
    stream.write('retry: 3000\n\n');
    http.body = stream;
  });

  return {
    routes: [liveUpdatesRoute],
    close() {
      stopListening?.();
      clearInterval(heartbeat);
      stopWatching();
      for (const { stream } of listeners) stream.end();
    },
  };
}
