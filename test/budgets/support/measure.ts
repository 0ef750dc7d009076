import { projectionNames } from '../../../projections/registry.ts';
import { median } from '../../bench/harness.ts';
import { waitUntil } from '../../support/wait.ts';
import { type HotCallName, hotCalls } from './calls.ts';
import type { MeteredSystem } from './metered-system.ts';

/** Measured or allowed cost of a call. */
export interface Cost {
  /** SQL statements until the end of the request, including BEGIN and COMMIT but not NOTIFY. */
  readonly statements: number;
  /** Round trips to PostgreSQL. Statements that are sent together share a round trip. */
  readonly roundTrips: number;
  /** Table and index pages that PostgreSQL accesses, cached or not. */
  readonly buffers: number;
  /** Size of the response body before compression. */
  readonly bytes: number;
  /** Events appended by the caller. */
  readonly events: number;
  /** NOTIFY statements that announce the appended events to other processes. */
  readonly notifies: number;
}

/**
 * Number of unmeasured warm-up calls. They load text keys, prepare statements and use up leftover rate limiter points.
 */
const WARM_UP_COUNT = 3;
/** Number of measured runs. Some runs cost more, because they split an index page or reserve rate limiter points. */
const RUN_COUNT = 5;
const WAIT_MS = 20_000;

const mapCost = (first: Cost, second: Cost, combine: (a: number, b: number) => number): Cost => ({
  statements: combine(first.statements, second.statements),
  roundTrips: combine(first.roundTrips, second.roundTrips),
  buffers: combine(first.buffers, second.buffers),
  bytes: combine(first.bytes, second.bytes),
  events: combine(first.events, second.events),
  notifies: combine(first.notifies, second.notifies),
});

async function listPositionsAfter({ api }: MeteredSystem, position: number): Promise<readonly number[]> {
  const { rows } = await api.database.pool.query<{ position: string }>(
    `SELECT position FROM log.events WHERE position > $1 AND metadata->'actor'->>'kind' = 'account' ORDER BY 1`,
    [position],
  );
  return rows.map((row) => Number(row.position));
}

async function getHead({ api }: MeteredSystem): Promise<number> {
  const { rows } = await api.database.pool.query<{ head: string }>(
    'SELECT coalesce(max(position), 0) AS head FROM log.events',
  );
  return Number(rows[0]?.head);
}

async function runOnce(system: MeteredSystem, name: HotCallName): Promise<Cost> {
  const { meter, api } = system;
  const startPosition = await getHead(system);
  meter.reset();
  const bytes = await hotCalls[name](system);
  await waitUntil(meter.isIdle);
  const positions = await listPositionsAfter(system, startPosition);
  const lastPosition = positions.at(-1);
  if (lastPosition !== undefined) {
    await waitUntil(() => meter.getAnnouncedPositions().some((position) => position >= lastPosition));
    await api.foundation.progress.waitFor(projectionNames, lastPosition, WAIT_MS);
  }
  const { statements, roundTrips, buffers } = meter.getTraffic();
  return {
    statements,
    roundTrips,
    buffers,
    bytes,
    events: positions.length,
    notifies: meter.getAnnouncedPositions().filter((position) => position > startPosition).length,
  };
}

/**
 * Measures a call several times in a warm process. Returns the lowest value of each cost. Ignores runs with an unusual
 * number of statements: on a busy machine, background work that a request has started can overlap with a run.
 */
export async function measure(system: MeteredSystem, name: HotCallName): Promise<Cost> {
  for (let n = 0; n < WARM_UP_COUNT; n += 1) await runOnce(system, name);
  const runs: Cost[] = [];
  for (let n = 0; n < RUN_COUNT; n += 1) runs.push(await runOnce(system, name));
  const usualStatements = median(runs.map(({ statements }) => statements));
  return runs
    .filter(({ statements }) => statements === usualStatements)
    .reduce((lowest, run) => mapCost(lowest, run, Math.min));
}
