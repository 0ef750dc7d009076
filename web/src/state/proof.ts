let settle: ((isProven: boolean) => void) | null = null;
let pending: Promise<boolean> | null = null;
let isFactorMissing = false;
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the user is being asked for a proof of identity, as a store for `useSyncExternalStore`. */
export const proofStore = { subscribe, get: (): boolean => pending !== null };

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

/** Records whether the account lacks the second factor that staff need. */
export function setFactorMissing(isMissing: boolean): void {
  isFactorMissing = isMissing;
  notify();
}

/** Cancels the prompt when a different account logs in or the account logs out. */
export function withdrawProof(): void {
  isFactorMissing = false;
  settleProof(false);
}
