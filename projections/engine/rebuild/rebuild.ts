import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { insertCheckpoints } from '../claims.ts';
import { getEventTypes, type Projection } from '../definition.ts';
import { createReader, type Reader } from '../reader.ts';
import { createStatements } from '../statements.ts';
import type { Writer } from '../writer.ts';
import { compareTables, type Difference, type TableComparison } from './compare.ts';
import { withRebuildConnections } from './connection.ts';
import { type LiveCheckpoint, readLiveCheckpoint } from './live-checkpoint.ts';
import { type LoadOptions, loadRange } from './load.ts';
import { createRateMeter, type RebuildRate } from './rate.ts';
import { createMergeStatements, createStagingStatements, dropStaging } from './staging.ts';
import { type RebuildStart, resumeOrStart, tryLockRebuild, unlockRebuild } from './start.ts';
import { applyEventsUntil, swapTables } from './swap.ts';
import { createIndexes, REBUILD_SCHEMA } from './tables.ts';

export { LogHistoryChanged } from '../log-view.ts';
export type { Difference } from './compare.ts';
export { RebuildOutdated } from './live-checkpoint.ts';
export { RebuildInterrupted } from './load.ts';

type RebuildPhase = 'loading' | 'indexing' | 'catching-up' | 'comparing' | 'swapping';

/** Progress of a rebuild: its phase, position and rate. */
export interface RebuildProgress extends RebuildRate {
  readonly projection: string;
  readonly phase: RebuildPhase;
  readonly position: Position;
  /** Head of the log when the rebuild started. */
  readonly head: Position;
}

/** Outcome of a rebuild, with its rate and the differences it found. */
export interface RebuildReport {
  readonly projection: string;
  /** Position of the rebuilt read model. */
  readonly position: Position;
  /** Start position: 0, or the position at which an interrupted rebuild was resumed. */
  readonly resumedFrom: Position;
  readonly seconds: number;
  /** Events per second. */
  readonly rate: number;
  /** Position at which live and rebuilt tables were compared, or null if there was nothing to compare. */
  readonly comparedAt: Position | null;
  readonly tables: readonly TableComparison[];
  readonly equal: boolean;
  /** Whether differences were expected, because the code or the log history has changed. */
  readonly isDifferenceExpected: boolean;
  /** Differing rows, at most 20 per table. */
  readonly differences: readonly Difference[];
}

/** Projection to rebuild, and how to stop the rebuild and report its progress. */
export interface RebuildOptions {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly projection: Projection;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Stops the rebuild. A stopped rebuild can be resumed. */
  readonly signal?: AbortSignal;
  /** Number of events per transaction. Default: 5,000. */
  readonly batchSize?: number;
}

/** Thrown when another process is rebuilding the same read model. */
export class RebuildInProgress extends Error {
  constructor(projection: string) {
    super(`${projection} is being rebuilt by another process.`);
    this.name = 'RebuildInProgress';
  }
}

interface RebuildContext extends RebuildOptions {
  readonly client: pg.ClientBase;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly signal: AbortSignal;
  readonly head: Position;
  readonly meter: ReturnType<typeof createRateMeter>;
  readonly reportProgress: (phase: RebuildPhase, position: Position) => void;
}

/** Maximum number of missing events at which the live read model is locked for the swap. */
const MAX_SWAP_EVENTS = 500;

/**
 * Rebuilds a read model from the log alongside the live one: loads new tables, compares them with the live
 * tables at the same position, and swaps them. Differences are reported. The rebuilt tables replace the live
 * ones in any case, because the log is authoritative. An interrupted rebuild is resumed.
 * @throws RebuildInterrupted, RebuildInProgress, RebuildOutdated, LogHistoryChanged
 */
export const rebuild = (options: RebuildOptions): Promise<RebuildReport> =>
  withRebuildConnections(options.pool, (client, writer) => rebuildWithLock(options, client, writer));

async function rebuildWithLock(
  options: RebuildOptions,
  client: pg.ClientBase,
  writer: Writer,
): Promise<RebuildReport> {
  const { log, projection, signal = new AbortController().signal } = options;
  if (!(await tryLockRebuild(client, projection))) throw new RebuildInProgress(projection.name);
  try {
    await insertCheckpoints(client, [projection]);
    const reader = createReader(log, getEventTypes(projection));
    const head = await log.head();
    const live = await readLiveCheckpoint(client, projection, log);
    const start = await resumeOrStart(client, projection, log);
    const meter = createRateMeter(start.position);
    const reportProgress = (phase: RebuildPhase, position: Position): void =>
      options.onProgress?.({
        projection: projection.name,
        phase,
        position,
        head,
        ...meter.measure(position, head),
      });
    const context = { ...options, client, reader, writer, signal, head, meter, reportProgress };
    return await runRebuild(context, start, live);
  } finally {
    await unlockRebuild(client, projection).catch(() => {});
  }
}

async function runRebuild(
  context: RebuildContext,
  start: RebuildStart,
  { isAhead, hasOtherCode }: LiveCheckpoint,
): Promise<RebuildReport> {
  const { client, projection } = context;
  const initialTarget = await readTarget(context, start.position);
  let position = start.position;
  if (!start.isLoaded)
    position = await bulkLoad(context, position, initialTarget.live > 0 ? initialTarget.live : context.head);
  await dropStaging(client, projection);
  context.reportProgress('indexing', position);
  await createIndexes(client, projection);
  position = await catchUp(context, position, (await readTarget(context, position)).live);
  const comparison = await compareWithLive(context, position);
  position = comparison.position;
  while (!(await isNearTarget(context, position)))
    position = await catchUp(context, position, (await readTarget(context, position)).until);
  const { until, live } = await readTarget(context, position);
  if (until > live) position = await catchUp(context, position, until);
  context.reportProgress('swapping', position);
  const finalPosition = await swapTables({ ...context, rebuiltPosition: position });
  const seconds = (performance.now() - start.startMs) / 1_000;
  return {
    projection: projection.name,
    position: finalPosition,
    resumedFrom: start.position,
    seconds,
    rate: context.meter.getEventsPerSecond(),
    isDifferenceExpected: isAhead || hasOtherCode,
    ...comparison.report,
  };
}

/**
 * Returns the target position. This is the position of the live read model, so that reads do not jump at the
 * swap, or the head of the log if the live read model is not moving.
 */
async function readTarget(
  { client, projection, log }: RebuildContext,
  position: Position,
): Promise<{ readonly live: Position; readonly until: Position }> {
  const { position: live, isMoving } = await readLiveCheckpoint(client, projection, log);
  return { live, until: isMoving && live >= position ? live : await log.head() };
}

/** Returns whether few events remain before the target. Counts them, because positions may be opaque. */
async function isNearTarget(context: RebuildContext, position: Position): Promise<boolean> {
  const { until } = await readTarget(context, position);
  const { events } = await context.reader.next({ position, eventId: null }, MAX_SWAP_EVENTS + 1);
  return events.length <= MAX_SWAP_EVENTS || (events.at(-1)?.position ?? 0) > until;
}

const loadPhase = (
  context: RebuildContext,
  phase: RebuildPhase,
  range: Pick<LoadOptions, 'from' | 'until' | 'createBatchStatements'>,
): Promise<Position> =>
  loadRange({
    ...context,
    ...range,
    projections: [context.projection],
    onLoaded: (position, logEventCount) => {
      context.meter.add(logEventCount);
      context.reportProgress(phase, position);
    },
  });

async function bulkLoad(context: RebuildContext, from: Position, until: Position): Promise<Position> {
  const { projection, writer } = context;
  const createBatchStatements = createStagingStatements;
  const position = await loadPhase(context, 'loading', { from, until, createBatchStatements });
  await writer.transact([
    ...createMergeStatements(projection),
    { text: `UPDATE engine.rebuilds SET phase = 'loaded' WHERE projection = $1`, values: [projection.name] },
  ]);
  return position;
}

async function catchUp(context: RebuildContext, from: Position, until: Position): Promise<Position> {
  if (until <= from) return from;
  const createBatchStatements: LoadOptions['createBatchStatements'] = (writes) =>
    createStatements(REBUILD_SCHEMA, writes);
  return loadPhase(context, 'catching-up', { from, until, createBatchStatements });
}

interface ComparisonResult {
  readonly position: Position;
  readonly report: Pick<RebuildReport, 'comparedAt' | 'tables' | 'equal' | 'differences'>;
}

/**
 * Compares live and rebuilt tables in one snapshot. The snapshot fixes the position of the live tables, and
 * the rebuilt tables are advanced to it. The comparison blocks nothing.
 */
async function compareWithLive(context: RebuildContext, position: Position): Promise<ComparisonResult> {
  const { client, projection, reader, reportProgress } = context;
  reportProgress('comparing', position);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    // Reading the log between two statements can take a long time.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { position: live, eventId } = await readLiveCheckpoint(client, projection, context.log);
    if (live < position || live === 0) {
      await client.query('ROLLBACK');
      return { position, report: { comparedAt: null, tables: [], equal: true, differences: [] } };
    }
    await applyEventsUntil(client, projection, reader, position, live);
    await client.query('UPDATE engine.rebuilds SET position = $2, event_id = $3 WHERE projection = $1', [
      projection.name,
      live,
      eventId,
    ]);
    const { tables, differences } = await compareTables(client, projection);
    await client.query('COMMIT');
    const equal = tables.every((table) => table.equal);
    return { position: live, report: { comparedAt: live, tables, equal, differences } };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
