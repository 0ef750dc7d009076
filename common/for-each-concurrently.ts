/**
 * Runs `work` for each item in order, with at most `limit` items at a time. After a failure, starts no further items,
 * waits for those in progress, and throws the first error.
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
