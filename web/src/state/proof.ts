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

/** Whether the reader is asked for a proof of identity, as a store for `useSyncExternalStore`. */
export const proofStore = { subscribe, get: (): boolean => pending !== null };

/** Whether the server refused the tools of staff because the account has no second factor. */
export const missingFactorStore = { subscribe, get: (): boolean => isFactorMissing };

/** Asks the reader for a proof of identity, once for all requests that wait for it. Returns whether there is one. */
export function requestProof(): Promise<boolean> {
  pending ??= new Promise((resolve) => {
    settle = resolve;
  });
  notify();
  return pending;
}

/** Ends the request for a proof. */
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

/** Cancels the question when another account logs in or the account logs out. */
export function withdrawProof(): void {
  isFactorMissing = false;
  settleProof(false);
}
