import type { Registration } from '../../domain/accounts/registration.ts';
import type { JobKind } from '../../domain/ports/jobs.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { forgetOrphanedPictures, type PicturesSystem } from './orphaned-pictures.ts';

/** Dependencies of the housekeeping jobs. */
export interface HousekeepingSystem extends PicturesSystem {
  readonly registration: Pick<Registration, 'settleAll'>;
  readonly privateData: Pick<
    PrivateData,
    'sessions' | 'devices' | 'idempotencyKeys' | 'webhooks' | 'pictures'
  >;
}

const EVERY_MS = 5 * 60_000;
/** Retention of idempotency keys and webhook ids. */
const REMEMBER_MS = 30 * 24 * 60 * 60_000;

async function forgetExpired({ privateData, clock }: HousekeepingSystem): Promise<void> {
  const now = clock.now();
  const past = new Date(Date.parse(now) - REMEMBER_MS).toISOString();
  await privateData.sessions.sweep(now);
  await privateData.devices.sweep(now);
  await privateData.webhooks.forgetBefore(past);
  await privateData.idempotencyKeys.deleteBefore(past);
}

/** Jobs that release unfinished reservations and delete expired data. */
export const housekeeping = (system: HousekeepingSystem): readonly JobKind[] => [
  { name: 'settle-reservations', everyMs: EVERY_MS, run: () => system.registration.settleAll() },
  { name: 'forget-expired', everyMs: EVERY_MS, run: () => forgetExpired(system) },
  { name: 'forget-orphaned-pictures', everyMs: EVERY_MS, run: () => forgetOrphanedPictures(system) },
];
