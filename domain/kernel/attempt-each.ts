/**
 * Runs `work` for each item in order, also after a failure, so that no item blocks later ones.
 * @param isFatal returns whether a failure ends the work at once, because later items would fail too
 * @throws the fatal failure; otherwise the first failure, after the last item
 */
export async function attemptEach<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  isFatal: (failure: unknown) => boolean,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items)
    await work(item).catch((failure: unknown) => {
      if (isFatal(failure)) throw failure;
      failures.push(failure);
    });
  if (failures.length > 0) throw failures[0];
}
