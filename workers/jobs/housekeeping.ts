import type { Pool } from 'pg';
import { endSuspension } from '../../application/accounts.ts';
import { type DueDeletionDependencies, eraseDueAccounts } from '../../application/deletion.ts';
import { type OwnDataDependencies, writeDataExports } from '../../application/own-data.ts';
import { iteratePages } from '../../common/iterate-pages.ts';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { Handler } from '../../domain/handle.ts';
import { attemptEach } from '../../domain/kernel/attempt-each.ts';
import { type AccountId, addMs } from '../../domain/kernel/ids.ts';
import type { IdSource } from '../../domain/ports/clock.ts';
import { type EventLog, isLogUnavailable } from '../../domain/ports/event-log.ts';
import type { JobKind } from '../../domain/ports/jobs.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { listEndedSuspensions } from '../../projections/accounts/profiles/query.ts';
import {
  discardInterruptedRebuilds,
  listUnfinishedRebuilds,
} from '../../projections/engine/rebuild/start.ts';
import { projections } from '../../projections/registry.ts';
import { deleteOrphanedPictures, type PicturesSystem } from './orphaned-pictures.ts';

/** Dependencies of the housekeeping jobs. */
export interface HousekeepingSystem extends PicturesSystem, DueDeletionDependencies, OwnDataDependencies {
  readonly handler: Handler;
  readonly ids: IdSource;
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'head' | 'readAll'>;
  readonly registration: Pick<Registration, 'settleAll'>;
  readonly privateData: PrivateData;
}

const INTERVAL_MS = 5 * 60_000;
/** Interval between runs, in ms. It is short because users wait for their data exports. */
const EXPORT_INTERVAL_MS = 10_000;
const SUSPENSIONS_INTERVAL_MS = 60_000;
/** Retention period of idempotency keys, webhook ids and emails that were sent or given up, in ms. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

async function deleteExpired({ privateData, clock }: HousekeepingSystem): Promise<void> {
  const { sessions, devices, passwordResets, emailAddresses, challenges, dataExports } = privateData;
  const { webhooks, emails, idempotencyKeys } = privateData;
  const now = clock.now();
  const retentionStart = addMs(now, -RETENTION_MS);
  for (const store of [sessions, devices, passwordResets, emailAddresses, challenges, dataExports])
    await store.sweep(now);
  for (const store of [webhooks, emails, idempotencyKeys]) await store.deleteBefore(retentionStart);
}

/**
 * Time after an erasure in which a rebuild can still read texts of the account, in ms. It covers cached keys, a crash
 * before the key is deleted, and differences between clocks.
 */
const ERASURE_TOLERANCE_MS = 60 * 60_000;

/**
 * Discards interrupted rebuilds that may contain data of erased accounts. Runs regularly, because a rebuild in progress
 * is not discarded by the erasure and can be interrupted later.
 */
async function discardRebuildsWithErasedData({ pool, log }: HousekeepingSystem): Promise<void> {
  const rebuilds = await listUnfinishedRebuilds(pool);
  if (rebuilds.length === 0) return;
  const [erasure] = await log.readAll({ direction: 'backwards', types: ['AccountErased'], limit: 1 });
  if (!erasure) return;
  const until = addMs(erasure.metadata.occurredAt, ERASURE_TOLERANCE_MS);
  const outdatedRebuilds = rebuilds.filter(({ startedAt }) => startedAt < until);
  const names = new Set(outdatedRebuilds.map(({ projection }) => projection));
  await discardInterruptedRebuilds(
    pool,
    projections.filter(({ name }) => names.has(name)),
  );
}

/** Erases accounts at their owners' request, and discards interrupted rebuilds, which may contain their data. */
async function eraseDeletedAccounts(system: HousekeepingSystem): Promise<void> {
  try {
    await eraseDueAccounts(system);
  } finally {
    await discardRebuildsWithErasedData(system);
  }
}

const BATCH_SIZE = 100;

function readEndedSuspensions({ pool, clock }: HousekeepingSystem): AsyncIterable<AccountId> {
  const now = clock.now();
  return iteratePages<AccountId>((last) => listEndedSuspensions(pool, now, last, BATCH_SIZE), BATCH_SIZE);
}

/** The accounts are already active; the events only refresh open pages and caches. */
const endSuspensions = (system: HousekeepingSystem): Promise<void> =>
  attemptEach(readEndedSuspensions(system), isLogUnavailable, (accountId) =>
    endSuspension(system, accountId),
  );

/** Creates the jobs that delete expired data and complete what requests have left unfinished. */
export const createHousekeepingJobs = (system: HousekeepingSystem): readonly JobKind[] => [
  { name: 'settle-reservations', everyMs: INTERVAL_MS, run: () => system.registration.settleAll() },
  { name: 'end-suspensions', everyMs: SUSPENSIONS_INTERVAL_MS, run: () => endSuspensions(system) },
  { name: 'forget-expired', everyMs: INTERVAL_MS, run: () => deleteExpired(system) },
  { name: 'erase-deleted-accounts', everyMs: INTERVAL_MS, run: () => eraseDeletedAccounts(system) },
  { name: 'write-data-exports', everyMs: EXPORT_INTERVAL_MS, run: () => writeDataExports(system) },
  { name: 'forget-orphaned-pictures', everyMs: INTERVAL_MS, run: () => deleteOrphanedPictures(system) },
];
