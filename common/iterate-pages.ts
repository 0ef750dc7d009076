/**
 * Iterates over the items of pages until a page is shorter than `size`.
 * @param readPage reads up to `size` items after `last`, or the first page if it is null
 */
export async function* iteratePages<Item>(
  readPage: (last: Item | null) => Promise<readonly Item[]>,
  size: number,
): AsyncIterable<Item> {
  let page: readonly Item[] = [];
  do {
    page = await readPage(page.at(-1) ?? null);
    yield* page;
  } while (page.length === size);
}
