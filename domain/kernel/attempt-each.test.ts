const fatalFailure = new Error('fatal');

import { attemptEach } from './attempt-each.ts';

/** Attempts items 1 to 4, some of which fail. Returns the attempted items and the failure. */
async function attemptSome(failures: Readonly<Record<number, Error>>) {
  const attemptedItems: number[] = [];
  const failure = await attemptEach(
    [1, 2, 3, 4],
    (error) => error === fatalFailure,
    async (item) => {
      attemptedItems.push(item);
      if (failures[item]) throw failures[item];
    },
  ).catch((error: unknown) => error);
  return { attemptedItems, failure };
}

test('attempts items after a failure, and throws the first failure', async () => {
  const firstFailure = new Error('of item 2');
  expect(await attemptSome({ 2: firstFailure, 3: new Error('of item 3') })).toEqual({
    attemptedItems: [1, 2, 3, 4],
    failure: firstFailure,
  });
});

test('throws nothing without a failure', async () => {
  expect(await attemptSome({})).toEqual({ attemptedItems: [1, 2, 3, 4], failure: undefined });
});

test('stops at a fatal failure', async () => {
  expect(await attemptSome({ 2: fatalFailure })).toEqual({ attemptedItems: [1, 2], failure: fatalFailure });
});
