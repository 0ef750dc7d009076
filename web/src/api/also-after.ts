/**
 * Changes what is cached, and changes it once more when the answer that is on its way has come: what it brings was read
 * before, and takes the place of what is cached. So the change has to be one that may be made twice.
 */
export function alsoAfter(onItsWay: Promise<unknown> | undefined, change: () => void): void {
  change();
  void onItsWay?.then(change);
}
