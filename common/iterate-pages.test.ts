import { iteratePages } from './iterate-pages.ts';

const SIZE = 2;

/** Returns the items and the last item passed to each read. */
async function iterateOver(allItems: readonly number[]) {
  const lastItems: (number | null)[] = [];
  const items: number[] = [];
  const readPage = async (last: number | null) => {
    lastItems.push(last);
    return allItems.filter((item) => item > (last ?? 0)).slice(0, SIZE);
  };
  for await (const item of iteratePages(readPage, SIZE)) items.push(item);
  return { items, lastItems };
}

test.each([
  { allItems: [], lastItems: [null] },
  { allItems: [1], lastItems: [null] },
  { allItems: [1, 2], lastItems: [null, 2] },
  { allItems: [1, 2, 3], lastItems: [null, 2] },
])('reads pages of $allItems until one is short', async ({ allItems, lastItems }) => {
  expect(await iterateOver(allItems)).toEqual({ items: allItems, lastItems });
});

test('reads no further page when the iteration ends early', async () => {
  let readCount = 0;
  const readPage = async () => {
    readCount += 1;
    return [1, 2];
  };
  for await (const item of iteratePages(readPage, SIZE)) if (item === 2) break;
  expect(readCount).toBe(1);
});
