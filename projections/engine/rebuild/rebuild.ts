import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { insertCheckpoints } from '../claims.ts';
import { getEventTypes, type Projection } from '../definition.ts';
import { createReader, type Reader } from '../reader.ts';
import { createStatements } from '../statements.ts';
import { createWriter, type Writer } from '../writer.ts';
import { compareTables, type Difference, type TableComparison } from './compare.ts';
import { type LiveCheckpoint, readLiveCheckpoint } from './live-checkpoint.ts';
import { loadRange, REBUILD_BATCH } from './load.ts';
import { tryLockRebuild, unlockRebuild } from './lock.ts';
import { createRateMeter, type RebuildRate } from './rate.ts';
import { createMergeStatements, createStagingStatements, dropStaging } from './staging.ts';
import { type RebuildStart, resumeOrStart } from './start.ts';
import { applyUntil, swapTables } from './swap.ts';
import { createIndexes, REBUILD_SCHEMA } from './tables.ts';

export { PastChanged } from '../log-view.ts';
export type { Difference, TableComparison } from './compare.ts';
export { RebuildOutdated } from './live-checkpoint.ts';
export { RebuildInterrupted } from './load.ts';

export type RebuildPhase = 'loading' | 'indexing' | 'catching-up' | 'comparing' | 'swapping';

export interface RebuildProgress extends RebuildRate {
  readonly projection: string;
  readonly phase: RebuildPhase;
  readonly position: Position;
  /** Head of the log when the rebuild started. */
  readonly head: Position;
}

/** Result of a rebuild. */
export interface RebuildReport {
  readonly projection: string;
  /** Position of the new read model. */
  readonly position: Position;
  /** Start position: 0, or where an interrupted rebuild was resumed. */
  readonly resumedFrom: Position;
  readonly seconds: number;
  /** Events per second. */
  readonly rate: number;
  /** Position at which old and new tables were compared, or null if there were no old ones. */
  readonly comparedAt: Position | null;
  readonly tables: readonly TableComparison[];
  readonly equal: boolean;
  /** Whether a difference was expected because of other code or a changed log. */
  readonly isRepair: boolean;
  /** Differing rows, at most 20 per table. */
  readonly differences: readonly Difference[];
}

export interface RebuildOptions {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly projection: Projection;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Stops the rebuild, which can be resumed. */
  readonly signal?: AbortSignal;
  /** Events per transaction. Default: 5,000. */
  readonly batchSize?: number;
}

/** Another process is rebuilding the same read model. */
export class RebuildInProgress extends Error {
  constructor(projection: string) {
    super(`${projection} is being rebuilt by another process.`);
    this.name = 'RebuildInProgress';
  }
}

interface RebuildContext extends RebuildOptions {
  readonly client: pg.PoolClient;
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
 * Rebuilds a read model from the log beside the live one: loads new tables, compares them with the live ones at one
 * position, and swaps them. Differences are reported; the rebuilt tables replace the live ones in any case, because the
 * log is authoritative. An interrupted rebuild is resumed.
 * @throws RebuildInterrupted, RebuildInProgress, RebuildOutdated, PastChanged
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { log, pool, projection, signal = new AbortController().signal } = options;
  const client = await pool.connect();
  const writer = createWriter(pool);
  let isLocked = false;
  try {
    isLocked = await tryLockRebuild(client, projection);
    if (!isLocked) throw new RebuildInProgress(projection.name);
    await insertCheckpoints(pool, [projection]);
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
        ...meter.at(position, head),
      });
    const work: RebuildContext = { ...options, client, reader, writer, signal, head, meter, reportProgress };
    return await runRebuild(work, start, live);
  } finally {
    await writer.close();
    if (isLocked) await unlockRebuild(client, projection).catch(() => {});
    client.release();
  }
}

async function runRebuild(
  work: RebuildContext,
  start: RebuildStart,
  { isAhead, isOtherCode }: LiveCheckpoint,
): Promise<RebuildReport> {
  const { client, reader, projection } = work;
  const before = await readTarget(work, start.position);
  let position = start.position;
  if (!start.loaded) position = await bulkLoad(work, position, before.live > 0 ? before.live : work.head);
  await dropStaging(client, projection);
  work.reportProgress('indexing', position);
  await createIndexes(client, projection);
  position = await catchUp(work, position, (await readTarget(work, position)).live);
  const compared = await compareWithLive(work, position);
  position = compared.position;
  while (!(await isNear(work, position)))
    position = await catchUp(work, position, (await readTarget(work, position)).until);
  const { until, live } = await readTarget(work, position);
  if (until > live) position = await catchUp(work, position, until);
  work.reportProgress('swapping', position);
  const swappedAt = await swapTables({ client, projection, reader, log: work.log, rebuiltTo: position });
  const seconds = (performance.now() - start.since) / 1_000;
  return {
    projection: projection.name,
    position: swappedAt,
    resumedFrom: start.position,
    seconds,
    rate: work.meter.rate(),
    isRepair: isAhead || isOtherCode,
    ...compared.report,
  };
}

/**
 * Target position: that of the live read model, so that it does not jump at the swap, or the head of the log if the
 * live one is not moving.
 */
async function readTarget(
  { client, projection, log }: RebuildContext,
  position: Position,
): Promise<{ readonly live: Position; readonly until: Position }> {
  const { position: live, moves } = await readLiveCheckpoint(client, projection, log);
  return { live, until: moves && live >= position ? live : await log.head() };
}

/** Whether few events remain before the target. Positions may be opaque, so events are counted. */
async function isNear(work: RebuildContext, position: Position): Promise<boolean> {
  const { until } = await readTarget(work, position);
  const { events } = await work.reader.next({ position, eventId: null }, MAX_SWAP_EVENTS + 1);
  return events.length <= MAX_SWAP_EVENTS || (events.at(-1)?.position ?? 0) > until;
}

async function bulkLoad(work: RebuildContext, from: Position, until: Position): Promise<Position> {
  const { projection, reader, writer, signal, meter, reportProgress } = work;
  const position = await loadRange({
    projections: [projection],
    reader,
    writer,
    from,
    until,
    statements: createStagingStatements,
    onLoaded: (at, covered) => {
      meter.add(covered);
      reportProgress('loading', at);
    },
    signal,
    batchSize: work.batchSize ?? REBUILD_BATCH,
  });
  await writer.transact([
    ...createMergeStatements(projection),
    { text: `UPDATE engine.rebuilds SET phase = 'loaded' WHERE projection = $1`, values: [projection.name] },
  ]);
  return position;
}

async function catchUp(work: RebuildContext, from: Position, until: Position): Promise<Position> {
  const { projection, reader, writer, signal, meter, reportProgress } = work;
  if (until <= from) return from;
  return loadRange({
    projections: [projection],
    reader,
    writer,
    from,
    until,
    statements: (writes) => createStatements(REBUILD_SCHEMA, writes),
    onLoaded: (at, covered) => {
      meter.add(covered);
      reportProgress('catching-up', at);
    },
    signal,
    batchSize: work.batchSize ?? REBUILD_BATCH,
  });
}

interface ComparisonResult {
  readonly position: Position;
  readonly report: Pick<RebuildReport, 'comparedAt' | 'tables' | 'equal' | 'differences'>;
}

/**
 * Compares old and new tables in one snapshot: the snapshot fixes the position of the live tables, and the rebuilt ones
 * are advanced to it. Nothing is blocked meanwhile.
 */
async function compareWithLive(work: RebuildContext, position: Position): Promise<ComparisonResult> {
  const { client, projection, reader, reportProgress } = work;
  reportProgress('comparing', position);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    // Reading the log between two statements can take long.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { position: live, eventId } = await readLiveCheckpoint(client, projection, work.log);
    if (live < position || live === 0) {
      await client.query('ROLLBACK');
      return { position, report: { comparedAt: null, tables: [], equal: true, differences: [] } };
    }
    await applyUntil(client, projection, reader, position, live);
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
