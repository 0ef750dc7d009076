import type { Instant, Uuid } from '../kernel/ids.ts';

export interface Clock {
  readonly now: () => Instant;
}

/** Generates UUIDs of version 7. */
export interface IdSource {
  readonly next: () => Uuid;
}
