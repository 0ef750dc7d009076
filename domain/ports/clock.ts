import type { Instant, Uuid } from '../kernel/ids.ts';

/** Time and new ids, which the domain never makes itself. */
export interface Clock {
  readonly now: () => Instant;
}

/** Makes ids of version 7. */
export interface IdSource {
  readonly next: () => Uuid;
}
