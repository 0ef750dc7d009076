import type { Registration } from '../../domain/accounts/registration.ts';
import type { JobKind } from '../../domain/ports/jobs.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { deleteOrphanedPictures, type PicturesSystem } from './orphaned-pictures.ts';

/** Dependencies of the housekeeping jobs. */
export interface HousekeepingSystem extends PicturesSystem {
  readonly registration: Pick<Registration, 'settleAll'>;
  readonly privateData: Pick<
    PrivateData,
    'sessions' | 'devices' | 'passwordResets' | 'mails' | 'idempotencyKeys' | 'webhooks' | 'pictures'
  >;
}

const INTERVAL_MS = 5 * 60_000;
/** Retention of idempotency keys and webhook ids. */
const RETENTION_MS = 30 * 24 * 60 * 60_000;

async function deleteExpired({ privateData, clock }: HousekeepingSystem): Promise<void> {
  const now = clock.now();
  const past = new Date(Date.parse(now) - RETENTION_MS).toISOString();
  await privateData.sessions.sweep(now);
  await privateData.devices.sweep(now);
  await privateData.passwordResets.sweep(now);
  await privateData.webhooks.forgetBefore(past);
  await privateData.mails.forgetBefore(past);
  await privateData.idempotencyKeys.deleteBefore(past);
}

/** Jobs that release unfinished reservations and delete expired data. */
export const createHousekeepingJobs = (system: HousekeepingSystem): readonly JobKind[] => [
  { name: 'settle-reservations', everyMs: INTERVAL_MS, run: () => system.registration.settleAll() },
  { name: 'forget-expired', everyMs: INTERVAL_MS, run: () => deleteExpired(system) },
  { name: 'forget-orphaned-pictures', everyMs: INTERVAL_MS, run: () => deleteOrphanedPictures(system) },
];
