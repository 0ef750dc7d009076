import type { Pool } from 'pg';
import { sleep } from '../../common/timing.ts';
import type { AnimalOffered, AnimalRestored } from '../../domain/adoption/events.ts';
import { animalMatchesDecider } from '../../domain/adoption/matches.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { Clock, IdSource } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { findAccountsWithMatchingSearch } from '../../projections/adoption/saved-searches/matches.ts';
import { followLog, MAX_VISIBILITY_MS } from '../follow-log.ts';
import { runWithLease } from '../run-with-lease.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** Dependencies for matching new and restored animals with saved searches. */
export interface MatchingSystem {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly rawLog: Pick<EventLog, 'head' | 'readAll'>;
  readonly progress: ReadModelProgress;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly privateData: Pick<PrivateData, 'matchProgress'>;
  readonly logger: WorkerLogger;
}

/** Events that make an animal appear in the list of available animals. */
type AnimalListed = AnimalOffered | AnimalRestored;

const LISTING_TYPES: readonly AnimalListed['type'][] = ['AnimalOffered', 'AnimalRestored'];
const LEASE_NAME = 'matching';
const BATCH_SIZE = 100;
/** Read models that determine who is notified. */
const PROJECTIONS = ['animals', 'saved-searches', 'profiles', 'hidden'];
const PAGE_SIZE = 10_000;
/** Maximum number of accounts per event. */
const MAX_RECIPIENTS = 500;
/** Maximum number of animals whose notified accounts are cached. An animal can have 100,000 notified accounts. */
const MAX_CACHED_ANIMALS = 16;
const POLL_INTERVAL_MS = 500;

/**
 * Creates a function that notifies accounts when their saved searches match a new or restored animal. The animal's
 * stream of matches records who was notified, so a repeated round notifies only the remaining accounts.
 */
export function createMatchingRound(system: Omit<MatchingSystem, 'logger'>) {
  const { pool, log, rawLog, progress, clock, ids } = system;
  const { matchProgress } = system.privateData;
  const handler = createHandler({ log, versions: eventCatalogue, cacheSize: MAX_CACHED_ANIMALS });

  /** Waits until the notifications are projected, so that they do not delay other notifications. */
  async function notify(
    listingEvent: RecordedEvent<AnimalListed>,
    recipientIds: readonly AccountId[],
  ): Promise<void> {
    const { adoptionId, ownerId } = listingEvent.data;
    const commandResult = await handler.handle(
      animalMatchesDecider,
      adoptionId,
      { type: 'MatchAnimal', adoptionId, ownerId, recipientIds },
      {
        commandId: ids.next(),
        correlationId: listingEvent.metadata.correlationId,
        causationId: listingEvent.id,
        actor: { kind: 'system', id: 'saved-searches' },
        occurredAt: clock.now(),
      },
    );
    if (commandResult.accepted)
      await progress.waitFor(['notifications'], commandResult.position, MAX_VISIBILITY_MS);
  }

  /** Returns false if it was aborted. */
  async function matchAnimal(
    listingEvent: RecordedEvent<AnimalListed>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { adoptionId: id } = listingEvent.data;
    const animal = { id, position: listingEvent.position };
    let isPageFull = true;
    for (let afterId: AccountId | null = null; isPageFull; ) {
      const searcherIds: readonly AccountId[] = await findAccountsWithMatchingSearch(pool, animal, {
        afterId,
        limit: PAGE_SIZE,
      });
      for (let start = 0; start < searcherIds.length; start += MAX_RECIPIENTS) {
        if (signal.aborted) return false;
        await notify(listingEvent, searcherIds.slice(start, start + MAX_RECIPIENTS));
      }
      afterId = searcherIds.at(-1) ?? afterId;
      isPageFull = searcherIds.length === PAGE_SIZE;
    }
    return true;
  }

  return (signal: AbortSignal): Promise<void> =>
    followLog(
      {
        rawLog,
        progress,
        types: LISTING_TYPES,
        batchSize: BATCH_SIZE,
        projections: PROJECTIONS,
        getPosition: matchProgress.getPosition,
        async advance(from, to, events) {
          for (const event of events)
            if (!(await matchAnimal(event as RecordedEvent<AnimalListed>, signal))) return;
          await matchProgress.advance(from, to);
        },
      },
      signal,
    );
}

/** Starts a worker that notifies accounts when their saved searches match a new or restored animal. */
export function startMatching(system: MatchingSystem): Worker {
  const { pool, logger } = system;
  const runRound = createMatchingRound(system);
  return runWithLease({
    pool,
    logger,
    lease: LEASE_NAME,
    work: async (signal) => {
      await runRound(signal);
      await sleep(POLL_INTERVAL_MS, signal);
    },
    failureMessage: 'animal matching failed',
  });
}

const MAX_COUNTED_EVENTS = 1_000;

/** Returns the number of new and restored animals not yet matched with saved searches, at most 1,000. */
export async function countUnmatchedAnimals({
  rawLog,
  privateData,
}: Pick<MatchingSystem, 'rawLog' | 'privateData'>): Promise<number> {
  const after = await privateData.matchProgress.getPosition();
  if (after === null) return 0;
  return (await rawLog.readAll({ after, limit: MAX_COUNTED_EVENTS, types: LISTING_TYPES })).length;
}
