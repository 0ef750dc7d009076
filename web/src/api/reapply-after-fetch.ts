/**
 * Applies a change to the cache now, and again after the request in flight has completed: its answer was read
 * before the change and replaces the cached value. The change must be idempotent.
 */
export function reapplyAfterFetch(runningRequest: Promise<unknown> | undefined, change: () => void): void {
  change();
  void runningRequest?.then(change);
}
