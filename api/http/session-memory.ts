import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Peers } from '../../domain/ports/peers.ts';
import type { ReadModelChanges, ReadVersion } from '../../domain/ports/read-models.ts';
import type { AccountSessions, SessionHolder } from '../../domain/ports/sessions.ts';
import { profilesProjection } from '../../projections/accounts/profiles/project.ts';

interface RememberedSession {
  readonly accountId: AccountId;
  readonly holder: SessionHolder;
  readonly state: MemoryState;
}

/** What a remembered session depends on. It is outdated as soon as any of this has changed. */
interface MemoryState {
  readonly periodAlone: number;
  readonly changeCount: number;
  readonly version: ReadVersion;
}

interface SessionMemoryOptions {
  readonly sessions: Pick<AccountSessions, 'findHolder' | 'getChangeCount'>;
  readonly peers: Pick<Peers, 'getPeriodAlone'>;
  readonly changes: Pick<ReadModelChanges, 'getVersion' | 'isUnchanged'>;
  /** In bytes. */
  readonly maxBytes: number;
  readonly metrics?: Registry | undefined;
}

/** Estimated memory for a session. */
const SESSION_BYTES = 1_000;
/** Limits how long a session can be used that was ended by hand in the database. */
const MAX_AGE_MS = 60_000;

const PROFILES = [profilesProjection.name];

/** Other accounts depend on more than their session and profile: on their second factor, or the current time. */
const isRememberable = ({ standing, hasFactor }: SessionHolder): boolean =>
  standing === 'ACTIVE' && hasFactor === null;

/**
 * Creates a function that finds the holder of a session like `sessions.findHolder`, but in memory if this process has
 * found it before and nothing has changed since. It does so only while the process has no peers. Then all changes to
 * sessions, profiles and read models are made or observed by this process before anybody is told of them, and
 * reading the checkpoints is unnecessary.
 */
export function createSessionMemory({
  sessions,
  peers,
  changes,
  maxBytes,
  metrics,
}: SessionMemoryOptions): AccountSessions['findHolder'] {
  const rememberedSessions = new LRUCache<Uuid, RememberedSession>({
    maxSize: maxBytes,
    sizeCalculation: () => SESSION_BYTES,
    ttl: MAX_AGE_MS,
  });
  const lookups = new Counter({
    name: 'kindra_session_lookups_total',
    help: 'Sessions of requests by the place where they were found: memory, database',
    labelNames: ['source'],
    registers: metrics ? [metrics] : [],
  });

  const isCurrent = ({ periodAlone, changeCount, version }: MemoryState): boolean =>
    periodAlone === peers.getPeriodAlone() &&
    changeCount === sessions.getChangeCount() &&
    changes.isUnchanged(PROFILES, version);

  return async (id, accountId, now, shouldReadCheckpoints) => {
    const session = rememberedSessions.get(id);
    if (
      session?.accountId === accountId &&
      Date.parse(now) < session.holder.reusableUntil &&
      isCurrent(session.state)
    ) {
      lookups.inc({ source: 'memory' });
      return session.holder;
    }
    lookups.inc({ source: 'database' });
    const periodAlone = peers.getPeriodAlone();
    const state = periodAlone !== null && {
      periodAlone,
      changeCount: sessions.getChangeCount(),
      version: changes.getVersion(),
    };
    const holder = await sessions.findHolder(id, accountId, now, shouldReadCheckpoints);
    if (state && holder && isRememberable(holder)) {
      const { checkpoints: _, ...rememberedHolder } = holder;
      rememberedSessions.set(id, { accountId, holder: rememberedHolder, state });
    } else rememberedSessions.delete(id);
    return holder;
  };
}
