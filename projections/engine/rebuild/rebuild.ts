import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import { insertCheckpoints } from '../claims.ts';
import { codeOf } from '../code.ts';
import { eventTypesOf, type Projection } from '../definition.ts';
import { hasCheckpoint } from '../log-view.ts';
import { createReader, type Reader } from '../reader.ts';
import { statementsOf } from '../statements.ts';
import { createWriter, type Writer } from '../writer.ts';
import { compareTables, type Difference, type TableComparison } from './compare.ts';
import { type LiveCheckpoint, readLiveCheckpoint } from './live-checkpoint.ts';
import { load, REBUILD_BATCH } from './load.ts';
import { releaseLock, takeLock } from './lock.ts';
import { createRateMeter, type RebuildRate } from './rate.ts';
import { createStaging, dropStaging, settlingStatements, stagingStatements } from './staging.ts';
import { applyUntil, swap } from './swap.ts';
import { createIndexes, createTables, REBUILD_SCHEMA, tablesExist } from './tables.ts';

export type { Difference, TableComparison } from './compare.ts';
export { RebuildOutdated } from './live-checkpoint.ts';
export { RebuildInterrupted } from './load.ts';
export { PastChanged } from './swap.ts';

/** What a rebuild is doing. */
export type RebuildPhase = 'loading' | 'indexing' | 'catching-up' | 'comparing' | 'swapping';

/** How far a rebuild has come. */
export interface RebuildProgress extends RebuildRate {
  readonly projection: string;
  readonly phase: RebuildPhase;
  readonly position: Position;
  /** Where the log ended when the rebuild began. */
  readonly head: Position;
}

/** What came of a rebuild. */
export interface RebuildReport {
  readonly projection: string;
  /** Where the read model stands now. */
  readonly position: Position;
  /** Where an interrupted rebuild was taken up; 0 for one from the start. */
  readonly resumedFrom: Position;
  readonly seconds: number;
  /** Events per second. */
  readonly rate: number;
  /** Where the old and the new tables were compared; null when there was nothing old. */
  readonly comparedAt: Position | null;
  readonly tables: readonly TableComparison[];
  readonly equal: boolean;
  /** Whether the old tables were expected to differ, since other code or a lost part of the log had filled them. */
  readonly isRepair: boolean;
  /** Rows that differ, at most 20 of each table. */
  readonly differences: readonly Difference[];
}

export interface RebuildOptions {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly projection: Projection;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Aborting it stops the rebuild, which can be resumed. */
  readonly signal?: AbortSignal;
  /** Events of one transaction; 5,000 by default. */
  readonly batchSize?: number;
}

/** Another process rebuilds the same read model. */
export class RebuildUnderWay extends Error {
  constructor(projection: string) {
    super(`${projection} is being rebuilt by another process.`);
    this.name = 'RebuildUnderWay';
  }
}

interface Work extends RebuildOptions {
  readonly client: pg.PoolClient;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly signal: AbortSignal;
  readonly head: Position;
  readonly meter: ReturnType<typeof createRateMeter>;
  readonly tell: (phase: RebuildPhase, position: Position) => void;
}

/** Most events that the rebuilt read model may lack before the live one is held for the swap. */
const NEAR = 500;

/**
 * Rebuilds a read model from the log, beside the live one, which goes on meanwhile: loads new tables, compares them
 * with the live ones at one position, and swaps them. What differs is reported; the rebuilt tables are what the log
 * says, so they take the place of the live ones all the same. An interrupted rebuild is taken up where it stopped.
 * @throws RebuildInterrupted, RebuildUnderWay, RebuildOutdated, PastChanged
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { log, pool, projection, signal = new AbortController().signal } = options;
  const client = await pool.connect();
  const writer = createWriter(pool);
  let held = false;
  try {
    held = await takeLock(client, projection);
    if (!held) throw new RebuildUnderWay(projection.name);
    await insertCheckpoints(pool, [projection]);
    const reader = createReader(log, eventTypesOf(projection));
    const head = await log.head();
    const live = await readLiveCheckpoint(client, projection, log);
    const start = await begin(client, projection, log);
    const meter = createRateMeter(start.position);
    const tell = (phase: RebuildPhase, position: Position): void =>
      options.onProgress?.({
        projection: projection.name,
        phase,
        position,
        head,
        ...meter.at(position, head),
      });
    const work: Work = { ...options, client, reader, writer, signal, head, meter, tell };
    return await carryOut(work, start, live);
  } finally {
    await writer.close();
    if (held) await releaseLock(client, projection).catch(() => {});
    client.release();
  }
}

interface Start {
  readonly position: Position;
  readonly loaded: boolean;
  readonly since: number;
}

/**
 * Resumes an interrupted rebuild of the same code of the projection, unless the log has lost the event that it came to;
 * otherwise begins a new one.
 */
async function begin(client: pg.ClientBase, projection: Projection, log: EventLog): Promise<Start> {
  const version = codeOf(projection).hash;
  const since = performance.now();
  const { rows } = await client.query<{
    version: string;
    position: string;
    event_id: Uuid | null;
    phase: string;
  }>('SELECT version, position, event_id, phase FROM engine.rebuilds WHERE projection = $1', [
    projection.name,
  ]);
  const found = rows[0];
  const isInLog = found && (await hasCheckpoint(log, toPoint(found)));
  if (isInLog && found.version === version && (await tablesExist(client, projection)))
    return { position: Number(found.position), loaded: found.phase === 'loaded', since };
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [projection.name]);
  await createTables(client, projection);
  await createStaging(client, projection);
  await client.query(
    `INSERT INTO engine.rebuilds (projection, version, position, phase) VALUES ($1, $2, 0, 'loading')`,
    [projection.name, version],
  );
  return { position: 0, loaded: false, since };
}

const toPoint = (row: { readonly position: string; readonly event_id: Uuid | null }): LogPoint => ({
  position: Number(row.position),
  eventId: row.event_id,
});

async function carryOut(
  work: Work,
  start: Start,
  { isAhead, isOtherCode }: LiveCheckpoint,
): Promise<RebuildReport> {
  const { client, reader, projection } = work;
  const before = await target(work, start.position);
  let position = start.position;
  if (!start.loaded) position = await bulkLoad(work, position, before.live > 0 ? before.live : work.head);
  await dropStaging(client, projection);
  work.tell('indexing', position);
  await createIndexes(client, projection);
  position = await catchUp(work, position, (await target(work, position)).live);
  const compared = await compare(work, position);
  position = compared.position;
  while (!(await isNear(work, position)))
    position = await catchUp(work, position, (await target(work, position)).until);
  const { until, live } = await target(work, position);
  if (until > live) position = await catchUp(work, position, until);
  work.tell('swapping', position);
  const swappedAt = await swap({ client, projection, reader, log: work.log, rebuiltTo: position });
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
 * How far to go: to where the live read model stands, so that it need not jump at the swap; or to the end of the log
 * when the live one does not move.
 */
async function target(
  { client, projection, log }: Work,
  position: Position,
): Promise<{ readonly live: Position; readonly until: Position }> {
  const { position: live, moves } = await readLiveCheckpoint(client, projection, log);
  return { live, until: moves && live >= position ? live : await log.head() };
}

/** Whether few events lie between the position and the target, wherever their positions are. */
async function isNear(work: Work, position: Position): Promise<boolean> {
  const { until } = await target(work, position);
  const { events } = await work.reader.next(position, NEAR + 1);
  return events.length <= NEAR || (events.at(-1)?.position ?? 0) > until;
}

async function bulkLoad(work: Work, from: Position, until: Position): Promise<Position> {
  const { projection, reader, writer, signal, meter, tell } = work;
  const position = await load({
    projection,
    reader,
    writer,
    from,
    until,
    statements: stagingStatements,
    onLoaded: (at, passed) => {
      meter.add(passed);
      tell('loading', at);
    },
    signal,
    batchSize: work.batchSize ?? REBUILD_BATCH,
  });
  await writer.transact([
    ...settlingStatements(projection),
    { text: `UPDATE engine.rebuilds SET phase = 'loaded' WHERE projection = $1`, values: [projection.name] },
  ]);
  return position;
}

async function catchUp(work: Work, from: Position, until: Position): Promise<Position> {
  const { projection, reader, writer, signal, meter, tell } = work;
  if (until <= from) return from;
  return load({
    projection,
    reader,
    writer,
    from,
    until,
    statements: (writes) => statementsOf(REBUILD_SCHEMA, writes),
    onLoaded: (at, passed) => {
      meter.add(passed);
      tell('catching-up', at);
    },
    signal,
    batchSize: work.batchSize ?? REBUILD_BATCH,
  });
}

interface Compared {
  readonly position: Position;
  readonly report: Pick<RebuildReport, 'comparedAt' | 'tables' | 'equal' | 'differences'>;
}

/**
 * Compares old and new in one snapshot: it fixes where the live tables stand, the rebuilt ones are brought to the same
 * position inside it, and nobody waits meanwhile.
 */
async function compare(work: Work, position: Position): Promise<Compared> {
  const { client, projection, reader, tell } = work;
  tell('comparing', position);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    // Reading the log between two statements may take its time.
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
