import type { Instant, Uuid } from '../kernel/ids.ts';

/**
 * Result of claiming an idempotency key: the command id, and the response if one is stored. `reused` means that the key
 * was used for a different request.
 */
type KeyClaim =
  | { readonly reused: false; readonly commandId: Uuid; readonly response: string | null }
  | { readonly reused: true };

/** Stores requests by idempotency key. */
export interface IdempotencyKeys {
  /**
   * Returns the request that first used the key, or `reused` if that request had a different payload. If the request still
   * has no response after `renewAfterMs`, it restarts with the new command id. It never restarts if `renewAfterMs` is
   * omitted.
   */
  readonly claim: (
    owner: Uuid,
    key: Uuid,
    fingerprint: Uint8Array,
    commandId: Uuid,
    renewAfterMs?: number,
  ) => Promise<KeyClaim>;
  /** Stores the response unless one is already stored. Returns the response that is stored. */
  readonly saveResponse: (owner: Uuid, key: Uuid, response: string) => Promise<string>;
  readonly replaceResponse: (owner: Uuid, key: Uuid, response: string) => Promise<void>;
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}
