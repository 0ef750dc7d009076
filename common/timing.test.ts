import { collectCalls } from './timing.ts';

test('calls are collected from all settled promises, but not from the rest of the turn of the event loop', async () => {
  const calls: string[] = [];
  const chain = async (): Promise<void> => {
    for (let n = 0; n < 100; n += 1) await null;
    calls.push('promise');
  };
  await null;
  setImmediate(() => calls.push('turn'));
  const collectedCalls = collectCalls().then(() => [...calls]);
  void chain();
  expect(await collectedCalls).toEqual(['promise']);
  await new Promise(setImmediate);
  expect(calls).toEqual(['promise', 'turn']);
});
