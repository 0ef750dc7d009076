import type { Pool } from 'pg';
import { type DueDeletionSystem, eraseDueAccounts } from '../../application/deletion.ts';
import { type OwnDataSystem, writeDataExports } from '../../application/own-data.ts';
import type { Registration } from '../../domain/accounts/registration.ts';
import type { JobKind } from '../../domain/ports/jobs.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { discardInterruptedRebuilds } from '../../projections/engine/rebuild/discard.ts';
import { projections } from '../../projections/registry.ts';
import { deleteOrphanedPictures, type PicturesSystem } from './orphaned-pictures.ts';

/** Dependencies of the housekeeping jobs. */
export interface HousekeepingSystem extends PicturesSystem, DueDeletionSystem, OwnDataSystem {
  readonly pool: Pool;
  readonly registration: Pick<Registration, 'settleAll'>;
  readonly privateData: Pick<
    PrivateData,
    | 'registry'
    | 'sessions'
    | 'devices'
    | 'passwordResets'
    | 'emailAddresses'
    | 'challenges'
    | 'mails'
    | 'dataExports'
    | 'idempotencyKeys'
    | 'webhooks'
    | 'pictures'
  >;
}

const INTERVAL_MS = 5 * 60_000;
/** A person waits for a copy of their data, so it begins soon. */
const EXPORT_INTERVAL_MS = 10_000;
/** Retention of idempotency keys and webhook ids. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

async function deleteExpired({ privateData, clock }: HousekeepingSystem): Promise<void> {
  const now = clock.now();
  const past = new Date(Date.parse(now) - RETENTION_MS).toISOString();
  await privateData.sessions.sweep(now);
  await privateData.devices.sweep(now);
  await privateData.passwordResets.sweep(now);
  await privateData.emailAddresses.sweep(now);
  await privateData.challenges.sweep(now);
  await privateData.dataExports.sweep(now);
  await privateData.webhooks.forgetBefore(past);
  await privateData.mails.forgetBefore(past);
  await privateData.idempotencyKeys.deleteBefore(past);
}

/** Erases accounts at their own request, also from copies in unfinished rebuilds. */
async function eraseDeletedAccounts(system: HousekeepingSystem): Promise<void> {
  const erased = await eraseDueAccounts(system);
  if (erased.length > 0) await discardInterruptedRebuilds(system.pool, projections);
}

/** Jobs that release unfinished reservations, erase accounts, write copies of their data, and delete expired data. */
export const createHousekeepingJobs = (system: HousekeepingSystem): readonly JobKind[] => [
  { name: 'settle-reservations', everyMs: INTERVAL_MS, run: () => system.registration.settleAll() },
  { name: 'forget-expired', everyMs: INTERVAL_MS, run: () => deleteExpired(system) },
  { name: 'erase-deleted-accounts', everyMs: INTERVAL_MS, run: () => eraseDeletedAccounts(system) },
  { name: 'write-data-exports', everyMs: EXPORT_INTERVAL_MS, run: () => writeDataExports(system) },
  { name: 'forget-orphaned-pictures', everyMs: INTERVAL_MS, run: () => deleteOrphanedPictures(system) },
];
