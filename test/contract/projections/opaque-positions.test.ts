import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createAccountId, createEvent, createPostId } from '../../support/projections/history.ts';
import { runEngine } from '../../support/projections/running.ts';

const POSITION_STEP = 1_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Creates a log whose positions are 1,000 apart. They resemble byte offsets. */
function createOpaqueLog(): EventLog {
  const log = createMemoryEventLog();
  const spreadPositions = <E extends { readonly position: number }>(events: readonly E[]): E[] =>
    events.map((event) => ({ ...event, position: event.position * POSITION_STEP }));
  const index = (position: number): number => Math.floor(position / POSITION_STEP);
  return {
    ...log,
    hasCountablePositions: false,
    append: async (...args) => {
      const result = await log.append(...args);
      return { ...result, position: result.position * POSITION_STEP };
    },
    readAll: async ({ after, from, ...options } = {}) =>
      spreadPositions(
        await log.readAll({
          ...options,
          ...(after !== undefined && { after: index(after) }),
          ...(from !== undefined && { from: index(from) }),
        }),
      ),
    head: async () => (await log.head()) * POSITION_STEP,
    findEventIdAt: (position) => log.findEventIdAt(index(position)),
    subscribeToAll: ({ after, onEvents }) =>
      log.subscribeToAll({ after: index(after), onEvents: (events) => onEvents(spreadPositions(events)) }),
  };
}

test('positions that do not count events are shown as time, and rates count events', async () => {
  const { pool } = database;
  const log = createOpaqueLog();
  const occurredAt = new Date(Date.now() - 60_000).toISOString();
  for (let n = 1; n <= 30; n += 1) {
    const data = { postId: createPostId(n), authorId: createAccountId(0), text: 'Post', parentId: null };
    const event = createEvent({ type: 'PostPublished', data });
    await log.append(`post-${n}`, [{ ...event, metadata: { ...event.metadata, occurredAt } }], 'no_stream');
  }
  const getStatus = async () =>
    (await getProjectionStatuses(pool, [postsProjection], () => createLogView(log)))[0];
  const statusBefore = await getStatus();
  expect(statusBefore).toMatchObject({ lag: null, state: 'stopped' });
  expect(statusBefore?.secondsBehind).toBeGreaterThanOrEqual(60);

  const worker = await runEngine(pool, log, { projections: [postsProjection] });
  expect(await worker.waitUntilCaughtUp(['posts'])).toBe(true);
  await worker.stop();
  expect(await getStatus()).toMatchObject({ position: 30 * POSITION_STEP, lag: null, secondsBehind: 0 });

  const { rate, seconds } = await rebuild({ log, pool, projection: postsProjection });
  expect(Math.round(rate * seconds)).toBeLessThanOrEqual(60);
});
