/**
 * Applies a change to the cache now, and again after the request in flight has completed: its answer was read
 * before the change and replaces the cached value. The change must be idempotent.
 */
export function alsoAfter(onItsWay: Promise<unknown> | undefined, change: () => void): void {
  change();
  void onItsWay?.then(change);
}
