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

const startPostsWorker = (log: EventLog, options: Partial<EngineOptions> = {}): Promise<RunningEngine> =>
  startWorker({ log, projections: [postsProjection], ...options });

const readPostTexts = async (): Promise<readonly string[]> =>
  (await pool.query<{ text: string }>('SELECT text FROM read.posts ORDER BY text')).rows.map(
    ({ text }) => text,
  );

const getState = async (log: EventLog) =>
  (await getProjectionStatuses(pool, [postsProjection], () => createLogView(log)))[0]?.state;

/** Projects three posts. Returns a log that contains only the first post, followed by the replacements. */
async function createRestoredLog(replacements: readonly number[]): Promise<EventLog> {
  const originalLog = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(originalLog, n);
  const worker = await startPostsWorker(originalLog);
  await worker.waitUntilCaughtUp(['posts']);
  await worker.stop();
  const [first] = await originalLog.readAll({ limit: 1 });
  const restoredLog = createMemoryEventLog();
  if (first) await restoredLog.append(first.stream, [first], 'no_stream');
  for (const n of replacements) await publish(restoredLog, n);
  return restoredLog;
}

describe.each([
  ['shorter', [8]],
  ['as long', [8, 9]],
  ['longer', [7, 8, 9]],
])('a log that lost events and is %s', (_, replacements) => {
  const expected = [1, ...replacements].map((n) => `Post ${n}`);

  test('stops a projection ahead of it, and a replay repairs it under the worker', async () => {
    const log = await createRestoredLog(replacements);
    const worker = await startPostsWorker(log);
    await waitUntil(async () => (await getState(log)) === 'ahead of the log');
    expect(await readPostTexts()).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(await getPosition(pool, 'posts')).toBe(3);
    expect(await rebuild({ log, pool, projection: postsProjection })).toMatchObject({
      isDifferenceExpected: true,
    });
    expect(await readPostTexts()).toEqual(expected);
    await waitUntil(async () => (await getState(log)) === 'live');
    await publish(log, 5);
    expect(await worker.waitUntilCaughtUp(['posts'])).toBe(true);
    expect(await readPostTexts()).toContain('Post 5');
  });

  test('is repaired by a worker with REPLAY_WHEN_AHEAD', async () => {
    const log = await createRestoredLog(replacements);
    await startPostsWorker(log, { shouldRebuildWhenAhead: true });
    await waitUntil(async () => (await getState(log)) === 'live');
    expect(await readPostTexts()).toEqual(expected);
  });
});

test('an interrupted rebuild whose last event the log has lost starts again', async () => {
  const originalLog = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(originalLog, n);
  const abortController = new AbortController();
  const rebuildResult = rebuild({
    log: originalLog,
    pool,
    projection: postsProjection,
    batchSize: 1,
    signal: abortController.signal,
    onProgress: ({ position }) => position >= 2 && abortController.abort(),
  });
  await expect(rebuildResult).rejects.toThrow('The rebuild was stopped');
  const [first] = await originalLog.readAll({ limit: 1 });
  const restoredLog = createMemoryEventLog();
  if (first) await restoredLog.append(first.stream, [first], 'no_stream');
  for (const n of [7, 8, 9]) await publish(restoredLog, n);
  expect(await rebuild({ log: restoredLog, pool, projection: postsProjection })).toMatchObject({
    resumedFrom: 0,
  });
  expect(await readPostTexts()).toEqual(['Post 1', 'Post 7', 'Post 8', 'Post 9']);
});

test('a worker restarts from the stored checkpoints when the history of its log changes', async () => {
  const originalLog = createMemoryEventLog();
  for (const n of [1, 2, 3]) await publish(originalLog, n);
  let log = originalLog as EventLog;
  const listeners = new Set<() => void>();
  const switchingLog: EventLog = {
    ...originalLog,
    append: (...args) => log.append(...args),
    readAll: (options) => log.readAll(options),
    head: () => log.head(),
    findEventIdAt: (position) => log.findEventIdAt(position),
    subscribeToAll: (options) => log.subscribeToAll(options),
  };
  const worker = await startPostsWorker(switchingLog, {
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
  const [first] = await originalLog.readAll({ limit: 1 });
  await pool.query("DELETE FROM read.posts WHERE text <> 'Post 1'");
  await pool.query('UPDATE engine.checkpoints SET position = 1, event_id = $1', [first?.id]);
  const restoredLog = createMemoryEventLog();
  if (first) await restoredLog.append(first.stream, [first], 'no_stream');
  await publish(restoredLog, 7);
  log = restoredLog;
  for (const listener of listeners) listener();
  await waitUntil(async () => (await readPostTexts()).includes('Post 7'));
  expect(await readPostTexts()).toEqual(['Post 1', 'Post 7']);
  expect(await getState(restoredLog)).toBe('live');
});

test('a dropped subscription counts as recovered once the tail of the restored log replaces its own', async () => {
  const originalLog = createMemoryEventLog();
  await publish(originalLog, 1);
  let dropFirstSubscription: SubscribeOptions['onDropped'];
  let reportChangedPast = () => {};
  const log: EventLog = {
    ...originalLog,
    subscribeToAll: (options) => {
      if (dropFirstSubscription) return originalLog.subscribeToAll(options);
      dropFirstSubscription = options.onDropped;
      return { close: async () => {} };
    },
  };
  const messages: string[] = [];
  await startPostsWorker(log, {
    history: {
      check: async () => {},
      onChanged: (listener) => {
        reportChangedPast = listener;
        return () => {};
      },
    },
    onDropped: ({ message }) => messages.push(message),
    onResumed: () => messages.push('resumed'),
  });
  await publish(originalLog, 2);
  dropFirstSubscription?.(new Error('dropped'));
  reportChangedPast();
  await waitUntil(async () => messages.length === 2);
  expect(messages).toEqual(['dropped', 'resumed']);
});
