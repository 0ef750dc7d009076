/** New recovery codes. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
  /** Whether earlier codes no longer work. */
  readonly areReplacements: boolean;
}

let settle: ((isProven: boolean) => void) | null = null;
let pending: Promise<boolean> | null = null;
let recoveryCodes: RecoveryCodes | null = null;
let isFactorMissing = false;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Whether the user is being asked for a proof of identity or shown new recovery codes, as a store for
 * `useSyncExternalStore`.
 */
export const securityDialogStore = { subscribe, get: (): boolean => (pending ?? recoveryCodes) !== null };

/** Returns the new recovery codes that the user has not confirmed yet, if any. */
export const getRecoveryCodes = (): RecoveryCodes | null => recoveryCodes;

/**
 * Whether the server refused access to staff tools because the account has no second factor, as a store for
 * `useSyncExternalStore`.
 */
export const missingFactorStore = { subscribe, get: (): boolean => isFactorMissing };

/**
 * Asks the user for a proof of identity, once for all requests that require it. Resolves to whether the user provided
 * it.
 */
export function requestProof(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    settle = resolve;
  });
  notify();
  return pending;
}

/** Ends the prompt for a proof of identity. `isProven` is its result. */
export function settleProof(isProven: boolean): void {
  settle?.(isProven);
  settle = null;
  pending = null;
  notify();
}

/** Shows new recovery codes on any page until the user confirms them. Null hides them. */
export function setRecoveryCodes(codes: RecoveryCodes | null): void {
  recoveryCodes = codes;
  notify();
}

/** Records whether the account lacks the second factor that staff need. */
export function setFactorMissing(isMissing: boolean): void {
  isFactorMissing = isMissing;
  notify();
}

/** Cancels the prompt and hides recovery codes when a different account logs in or the account logs out. */
export function withdrawProof(): void {
  isFactorMissing = false;
  recoveryCodes = null;
  settleProof(false);
}
