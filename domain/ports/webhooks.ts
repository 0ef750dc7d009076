import type { Instant } from '../kernel/ids.ts';

/** A webhook on which this process holds a lease. */
export interface ClaimedWebhook {
  /** Id of the provider's event. */
  readonly id: string;
  /** Raw request body. Its signature has been verified. */
  readonly body: Uint8Array;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
}

/** Queue of the payment provider's webhooks. They are stored when received, and processed later. */
export interface Webhooks {
  /** Stores a webhook. Has no effect if the id was ever stored before. */
  readonly save: (id: string, body: Uint8Array) => Promise<void>;
  /** Returns unprocessed webhooks received before an instant, oldest first. */
  readonly listUnprocessed: (
    before: Instant,
    limit: number,
  ) => Promise<readonly { readonly body: Uint8Array; readonly receivedAt: Instant }[]>;
  /** Returns the number of unprocessed webhooks. */
  readonly count: () => Promise<number>;
  /** Claims webhooks that are due, oldest first. A webhook that is not done within the lease is due again. */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly ClaimedWebhook[]>;
  /** Makes a webhook due again after `ms` milliseconds. */
  readonly postpone: (id: string, ms: number) => Promise<void>;
  /** Deletes the body of a processed webhook, but keeps its id. */
  readonly markProcessed: (id: string) => Promise<void>;
  /** Deletes the ids of webhooks that were processed before an instant. */
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}
