import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Peers } from '../../domain/ports/peers.ts';
import type { ReadModelChanges, ReadVersion } from '../../domain/ports/read-models.ts';
import type { AccountSessions, SessionHolder } from '../../domain/ports/sessions.ts';
import { findReadProjections } from './read-recorder.ts';

/** State that a cached session depends on. */
interface CacheState {
  readonly exclusivePeriod: number;
  readonly changeCount: number;
  readonly version: ReadVersion;
}

interface CachedSession {
  readonly accountId: AccountId;
  readonly holder: SessionHolder;
  /** As it was before the session was read. */
  readonly state: CacheState;
}

interface SessionCacheOptions {
  readonly sessions: Pick<AccountSessions, 'findHolder' | 'getChangeCount'>;
  readonly peers: Pick<Peers, 'getExclusivePeriod'>;
  readonly changes: Pick<ReadModelChanges, 'getVersion' | 'isUnchanged'>;
  /** In bytes. */
  readonly maxBytes: number;
  readonly metrics?: Registry | undefined;
}

/** Estimated memory of a cached session. */
const SESSION_BYTES = 1_000;
/** Limits how long a session is accepted that an operator has deleted with SQL. */
const MAX_AGE_MS = 60_000;

/** Projections whose tables `sessions.findHolder` reads. */
const READ_PROJECTIONS = findReadProjections('read.profiles');

/** Excludes sessions of staff, which also depend on second factors, and of accounts that cannot be used. */
const isCacheable = ({ standing, hasFactor }: SessionHolder): boolean =>
  standing === 'ACTIVE' && hasFactor === null;

/**
 * Creates a function that returns the same as `sessions.findHolder`, from a cache if possible. The cache is used only
 * while this process has no peers. All changes to sessions, profiles and read models are then made by this process, or
 * observed before the response to the request that caused them, so checkpoints need not be read either.
 */
export function createSessionCache({
  sessions,
  peers,
  changes,
  maxBytes,
  metrics,
}: SessionCacheOptions): AccountSessions['findHolder'] {
  const cachedSessions = new LRUCache<Uuid, CachedSession>({
    maxSize: maxBytes,
    sizeCalculation: () => SESSION_BYTES,
    ttl: MAX_AGE_MS,
  });
  const lookups = new Counter({
    name: 'kindra_session_lookups_total',
    help: 'Lookups of sessions by source: cache, database',
    labelNames: ['source'],
    registers: metrics ? [metrics] : [],
  });

  const isCurrent = ({ exclusivePeriod, changeCount, version }: CacheState): boolean =>
    exclusivePeriod === peers.getExclusivePeriod() &&
    changeCount === sessions.getChangeCount() &&
    READ_PROJECTIONS !== null &&
    changes.isUnchanged(READ_PROJECTIONS, version);

  return async (id, accountId, now, shouldReadCheckpoints) => {
    const session = cachedSessions.get(id);
    if (
      session?.accountId === accountId &&
      Date.parse(now) < session.holder.reusableUntil &&
      isCurrent(session.state)
    ) {
      lookups.inc({ source: 'cache' });
      return session.holder;
    }
    lookups.inc({ source: 'database' });
    const exclusivePeriod = peers.getExclusivePeriod();
    const state = exclusivePeriod !== null && {
      exclusivePeriod,
      changeCount: sessions.getChangeCount(),
      version: changes.getVersion(),
    };
    const holder = await sessions.findHolder(id, accountId, now, shouldReadCheckpoints);
    if (state && holder && isCacheable(holder)) {
      const { checkpoints: _, ...cachedHolder } = holder;
      cachedSessions.set(id, { accountId, holder: cachedHolder, state });
    } else cachedSessions.delete(id);
    return holder;
  };
}
