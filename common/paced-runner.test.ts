import { createPacedRunner } from './paced-runner.ts';

/** Creates work that the test completes explicitly, and that counts how many times it was started. */
function createWork() {
  const ends: (() => void)[] = [];
  const startCallbacks: (() => void)[] = [];
  let count = 0;
  return {
    run: () =>
      new Promise<void>((resolve) => {
        count += 1;
        ends.push(resolve);
        for (const start of startCallbacks.splice(0)) start();
      }),
    count: () => count,
    end: () => ends.shift()?.(),
    started: () => new Promise<void>((resolve) => startCallbacks.push(resolve)),
  };
}

const LONG_MS = 60_000;

test('runs immediately when idle', () => {
  const work = createWork();
  createPacedRunner(work.run, LONG_MS).request();
  expect(work.count()).toBe(1);
});

test('combines the requests during a run into one further run', async () => {
  const work = createWork();
  const { request } = createPacedRunner(work.run, LONG_MS);
  for (let n = 0; n < 5; n += 1) request();
  const second = work.started();
  work.end();
  await second;
  request();
  const third = work.started();
  work.end();
  await third;
  expect(work.count()).toBe(3);
});

test('pauses for as long as the run took', async () => {
  const work = createWork();
  const { request } = createPacedRunner(work.run, LONG_MS);
  const startedAt = performance.now();
  request();
  while (performance.now() - startedAt < 20) await new Promise(setImmediate);
  const second = work.started();
  request();
  work.end();
  const endedAt = performance.now();
  await second;
  // Timers count whole milliseconds.
  expect(performance.now() - endedAt).toBeGreaterThanOrEqual(19);
});

test('starts the next run although the current one hangs', async () => {
  const work = createWork();
  const { request } = createPacedRunner(work.run, 5);
  request();
  const second = work.started();
  request();
  await second;
  expect(work.count()).toBe(2);
});

test('starts no run after it is closed', async () => {
  const work = createWork();
  const { request, close } = createPacedRunner(work.run, LONG_MS);
  request();
  request();
  const closed = close();
  work.end();
  await closed;
  expect(work.count()).toBe(1);
});
