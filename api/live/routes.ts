import { PassThrough } from 'node:stream';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import { type LiveHint, liveUpdates } from '../contract/live.ts';
import { ApiFailure } from '../http/failure.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import type { AddressPlaces } from './address-places.ts';
import { watchSessions } from './session-watch.ts';
import type { LiveUpdates, PersonalHints, Withheld } from './updates.ts';

const HEARTBEAT_MS = 15_000;
/** What may wait for one listener, in bytes; whoever is slower is let go, and comes back by itself. */
const MOST_WAITING_BYTES = 64 * 1024;
const MOST_LISTENERS = 10_000;
/** Streams of one account, and of the visitors of one address, behind which there may be many people. */
const MOST_OF_ONE = { account: 50, address: 200 };

interface Listener {
  readonly stream: PassThrough;
  /** Whose it is among those that are counted: an account's, or a visitor's address. */
  readonly holder: string;
  /** Null for a visitor. */
  readonly session: {
    readonly id: Uuid;
    readonly accountId: AccountId;
  } | null;
}

/** The streams of server-sent events that are open. */
export interface LiveStreams {
  readonly routes: readonly AnyRoute[];
  readonly close: () => void;
}

const written = (hints: readonly LiveHint[]): string =>
  hints.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');

const isBy = (authors: ReadonlySet<AccountId>, hint: LiveHint): boolean =>
  hint.name === 'post-published' && authors.has(hint.data.authorId);

/**
 * Serves live updates as server-sent events.
 * @param places how many streams an address may have
 */
export function createLiveStreams(
  system: ApiSystem,
  updates: LiveUpdates,
  places: AddressPlaces,
): LiveStreams {
  const listeners = new Set<Listener>();

  /** How many streams each account listens by, and how many visitors each address. */
  const accounts = new Map<AccountId, number>();
  const addresses = new Map<string, number>();

  function send(textFor: (listener: Listener) => string): void {
    for (const listener of listeners) {
      const { stream } = listener;
      const all = textFor(listener);
      if (stream.writableLength + stream.readableLength > MOST_WAITING_BYTES) stream.destroy();
      else if (all) stream.write(all);
    }
  }

  /** Most are told the same, which is written out once. */
  function tell(hints: readonly LiveHint[], personal: PersonalHints, withheld: Withheld): void {
    const common = written(hints);
    send(({ session }) => {
      if (!session) return common;
      const hidden = withheld.get(session.accountId);
      const met = hidden ? written(hints.filter((hint) => !isBy(hidden, hint))) : common;
      return met + written(personal.get(session.accountId) ?? []);
    });
  }

  const countOf = ({ session }: Pick<Listener, 'session'>): Map<string, number> =>
    session ? accounts : addresses;

  function count(listener: Listener, by: 1 | -1): void {
    const counts = countOf(listener);
    const now = (counts.get(listener.holder) ?? 0) + by;
    if (now > 0) counts.set(listener.holder, now);
    else counts.delete(listener.holder);
  }

  function hasTooMany({ session, holder }: Pick<Listener, 'session' | 'holder'>): boolean {
    const most = session ? MOST_OF_ONE.account : MOST_OF_ONE.address;
    return listeners.size >= MOST_LISTENERS || (countOf({ session }).get(holder) ?? 0) >= most;
  }

  let stopListening: (() => void) | undefined;

  /** Listens to the log's news only while somebody listens here. */
  function follow(): void {
    if (listeners.size > 0)
      stopListening ??= updates.listen({
        accounts,
        tell,
      });
    else {
      stopListening?.();
      stopListening = undefined;
    }
  }

  const heartbeat = setInterval(() => send(() => ': still here\n\n'), HEARTBEAT_MS);
  const stopWatching = watchSessions(system, {
    all: () => [...listeners].flatMap(({ session, stream }) => (session ? [{ session, stream }] : [])),
    sessionOf: ({ session }) => session.id,
    end: ({ stream }) => stream.end(),
  });

  const open = route(liveUpdates, async ({ caller, clientAddress, http }) => {
    const session = caller && { id: caller.sessionId, accountId: caller.id };
    const listener = { stream: new PassThrough(), session, holder: caller?.id ?? clientAddress };
    const { stream } = listener;
    const free = hasTooMany(listener) ? null : places(http.req);
    if (!free)
      throw new ApiFailure(503, 'TOO_MANY_LISTENERS', 'Too many are listening. Please try again later.', {
        headers: { 'Retry-After': '30' },
      });
    listeners.add(listener);
    count(listener, 1);
    follow();
    stream.once('close', () => {
      free();
      listeners.delete(listener);
      count(listener, -1);
      follow();
    });
    http.type = 'text/event-stream';
    http.set({ 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' });
    http.req.setTimeout(0);
    stream.write('retry: 3000\n\n');
    http.body = stream;
    return undefined;
  });

  return {
    routes: [open],
    close() {
      stopListening?.();
      clearInterval(heartbeat);
      stopWatching();
      for (const { stream } of listeners) stream.end();
    },
  };
}
