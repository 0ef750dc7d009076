import type { Instant, Uuid } from '../kernel/ids.ts';

/** Source of the current time. */
export interface Clock {
  readonly now: () => Instant;
}

/** Generates version 7 UUIDs. */
export interface IdSource {
  readonly next: () => Uuid;
}
