/**
 * Runs `work` for each item in order, for at most `limit` items at a time. After a failure, no further item is started, and
 * the first error is thrown when the running ones have ended.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items[Symbol.iterator]();
  const errors: unknown[] = [];

  async function runRemaining(): Promise<void> {
    while (errors.length === 0) {
      const next = remaining.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => errors.push(error));
    }
  }

  await Promise.all(Array.from({ length: limit }, runRemaining));
  if (errors.length > 0) throw errors[0];
}
