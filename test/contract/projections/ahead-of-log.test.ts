import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EventLog, SubscribeOptions } from '../../../domain/ports/event-log.ts';
import type { EngineOptions } from '../../../projections/engine/engine.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import type { RunningEngine } from '../../support/projections/running.ts';
import { pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

setUpEngine();

const run = (log: EventLog, options: Partial<EngineOptions> = {}): Promise<RunningEngine> =>
  startWorker({ log, projections: [postsProjection], ...options });

const readPostTexts = async (): Promise<readonly string[]> =>
  (await pool.query<{ text: string }>('SELECT text FROM read.posts ORDER BY text')).rows.map(
    ({ text }) => text,
  );

const getState = async (log: EventLog) =>
  (await getProjectionStatuses(pool, [postsProjection], () => createLogView(log)))[0]?.state;

/** Projects three posts, and returns a log in which other events replace the last two. */
async function loseEvents(others: readonly number[]): Promise<EventLog> {
  const before = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(before, n);
  const worker = await run(before);
  await worker.waitUntilCaughtUp(['posts']);
  await worker.stop();
  const [first] = await before.readAll({ limit: 1 });
  const after = createMemoryEventLog();
  if (first) await after.append(first.stream, [first], 'any');
  for (const n of others) await publish(after, n);
  return after;
}

describe.each([
  ['shorter', [8]],
  ['as long', [8, 9]],
  ['longer', [7, 8, 9]],
])('a log that lost events and is %s', (_, others) => {
  const expected = [1, ...others].map((n) => `Post ${n}`);

  test('stops a projection ahead of it, and a replay repairs it under the worker', async () => {
    const log = await loseEvents(others);
    const worker = await run(log);
    await waitUntil(async () => (await getState(log)) === 'ahead of the log');
    expect(await readPostTexts()).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(await getPosition(pool, 'posts')).toBe(3);
    expect(await rebuild({ log, pool, projection: postsProjection })).toMatchObject({ isRepair: true });
    expect(await readPostTexts()).toEqual(expected);
    await waitUntil(async () => (await getState(log)) === 'live');
    await publish(log, 5);
    expect(await worker.waitUntilCaughtUp(['posts'])).toBe(true);
    expect(await readPostTexts()).toContain('Post 5');
  });

  test('is repaired by a worker with REPLAY_WHEN_AHEAD', async () => {
    const log = await loseEvents(others);
    await run(log, { shouldReplayWhenAhead: true });
    await waitUntil(async () => (await getState(log)) === 'live');
    expect(await readPostTexts()).toEqual(expected);
  });
});

test('an interrupted rebuild whose last event the log has lost starts again', async () => {
  const before = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(before, n);
  const stopping = new AbortController();
  const rebuildResult = rebuild({
    log: before,
    pool,
    projection: postsProjection,
    batchSize: 1,
    signal: stopping.signal,
    onProgress: ({ position }) => position >= 2 && stopping.abort(),
  });
  await expect(rebuildResult).rejects.toThrow('The rebuild was stopped');
  const [first] = await before.readAll({ limit: 1 });
  const after = createMemoryEventLog();
  if (first) await after.append(first.stream, [first], 'any');
  for (const n of [7, 8, 9]) await publish(after, n);
  expect(await rebuild({ log: after, pool, projection: postsProjection })).toMatchObject({ resumedFrom: 0 });
  expect(await readPostTexts()).toEqual(['Post 1', 'Post 7', 'Post 8', 'Post 9']);
});

test('a worker whose log changes its past starts again from the stored checkpoints', async () => {
  const before = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(before, n);
  let log = before as EventLog;
  const listeners = new Set<() => void>();
  const switchingLog: EventLog = {
    ...before,
    append: (...args) => log.append(...args),
    readAll: (options) => log.readAll(options),
    head: () => log.head(),
    findEventIdAt: (position) => log.findEventIdAt(position),
    subscribeToAll: (options) => log.subscribeToAll(options),
  };
  const worker = await run(switchingLog, {
    history: {
      check: async () => {},
      onChanged: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  expect(await worker.waitUntilCaughtUp(['posts'])).toBe(true);
  // The read models are in the same database as the log: both go back to the first event.
  const [first] = await before.readAll({ limit: 1 });
  await pool.query("DELETE FROM read.posts WHERE text <> 'Post 1'");
  await pool.query('UPDATE engine.checkpoints SET position = 1, event_id = $1', [first?.id]);
  const after = createMemoryEventLog();
  if (first) await after.append(first.stream, [first], 'any');
  await publish(after, 7);
  log = after;
  for (const listener of listeners) listener();
  await waitUntil(async () => (await readPostTexts()).includes('Post 7'));
  expect(await readPostTexts()).toEqual(['Post 1', 'Post 7']);
  expect(await getState(after)).toBe('live');
});

test('a drop of the subscription is over once the tail of a restored log has replaced its own', async () => {
  const before = createMemoryEventLog();
  await publish(before, 1);
  let dropFirst: SubscribeOptions['onDropped'];
  let changePast = () => {};
  const log: EventLog = {
    ...before,
    subscribeToAll: (options) => {
      if (dropFirst) return before.subscribeToAll(options);
      dropFirst = options.onDropped;
      return { close: async () => {} };
    },
  };
  const messages: string[] = [];
  await run(log, {
    history: {
      check: async () => {},
      onChanged: (listener) => {
        changePast = listener;
        return () => {};
      },
    },
    onDropped: ({ message }) => messages.push(message),
    onResumed: () => messages.push('resumed'),
  });
  await publish(before, 2);
  dropFirst?.(new Error('dropped'));
  changePast();
  await waitUntil(async () => messages.length === 2);
  expect(messages).toEqual(['dropped', 'resumed']);
});
