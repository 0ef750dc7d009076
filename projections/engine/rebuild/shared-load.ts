import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import { insertCheckpoints } from '../claims.ts';
import { getEventTypes, type Projection } from '../definition.ts';
import type { TableWrites } from '../fold.ts';
import { createReader } from '../reader.ts';
import type { Writer } from '../writer.ts';
import { withRebuildConnections } from './connection.ts';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { loadRange, RebuildInterrupted } from './load.ts';
import { createRateMeter } from './rate.ts';
import type { RebuildOptions, RebuildReport } from './rebuild.ts';
import { createStagingStatements } from './staging.ts';
import { resumeOrStart, tryLockRebuild, unlockRebuild } from './start.ts';

interface SharedLoadOptions extends Omit<RebuildOptions, 'projection'> {
  readonly projections: readonly Projection[];
}

/** Result of loading several read models in one pass. Each rebuild then continues separately. */
export interface SharedLoad {
  readonly projections: readonly string[];
  readonly from: Position;
  readonly eventCount: number;
  /** Number of recorded row changes, by table. */
  readonly changeCounts: ReadonlyMap<string, number>;
  readonly seconds: number;
}

/**
 * Loads several read models in one pass over the log, in which each event is read, decrypted and parsed once.
 * The separate rebuilds resume where the pass ends. Returns null if the read models cannot share a pass or if
 * the pass fails. In the latter case, the affected rebuild fails with the same error again and reports it.
 * @throws RebuildInterrupted when the signal is aborted
 */
export async function runSharedLoad(options: SharedLoadOptions): Promise<SharedLoad | null> {
  if (options.projections.length < 2) return null;
  try {
    return await withRebuildConnections(options.pool, (client, writer) =>
      loadWithLocks(options, client, writer),
    );
  } catch (error) {
    if (options.signal?.aborted || error instanceof RebuildInterrupted) throw new RebuildInterrupted();
    return null;
  }
}

/** Holds the rebuild locks of the projections. Skips projections that another process is rebuilding. */
async function loadWithLocks(
  options: SharedLoadOptions,
  client: pg.ClientBase,
  writer: Writer,
): Promise<SharedLoad | null> {
  const projections: Projection[] = [];
  try {
    for (const projection of options.projections)
      if (await tryLockRebuild(client, projection)) projections.push(projection);
    return await loadGroup({ ...options, projections }, client, writer);
  } finally {
    for (const projection of projections) await unlockRebuild(client, projection).catch(() => {});
  }
}

async function loadGroup(
  options: SharedLoadOptions,
  client: pg.ClientBase,
  writer: Writer,
): Promise<SharedLoad | null> {
  const { log, onProgress, signal = new AbortController().signal, batchSize } = options;
  const { from, until, head, projections } = await chooseGroup(options, client);
  if (projections.length < 2) return null;
  const startMs = performance.now();
  const meter = createRateMeter(from);
  const changeCounts = new Map<string, number>();
  let eventCount = 0;
  await loadRange({
    projections,
    reader: createReader(log, [...new Set(projections.flatMap(getEventTypes))]),
    writer,
    from,
    until,
    createBatchStatements: (writes, position) => {
      countChanges(writes, changeCounts);
      return createStagingStatements(writes, position);
    },
    onLoaded: (position, events) => {
      eventCount += events;
      meter.add(events);
      const projection = `${projections.length} read models`;
      onProgress?.({ projection, phase: 'loading', position, head, ...meter.measure(position, head) });
    },
    signal,
    batchSize,
  });
  const names = projections.map(({ name }) => name);
  const seconds = (performance.now() - startMs) / 1_000;
  return { projections: names, from, eventCount, changeCounts, seconds };
}

/**
 * Chooses the projections that start at the lowest position. They are loaded up to the lowest position of
 * their live read models, because a rebuild can only be compared at a position that it has not passed yet.
 */
async function chooseGroup({ log, projections }: SharedLoadOptions, client: pg.ClientBase) {
  await insertCheckpoints(client, projections);
  const head = await log.head();
  const candidates: { projection: Projection; from: Position; until: Position }[] = [];
  for (const projection of projections) {
    const live = await readLiveCheckpoint(client, projection, log);
    const { position: from, isLoaded } = await resumeOrStart(client, projection, log);
    if (!isLoaded) candidates.push({ projection, from, until: live.position || head });
  }
  const from = Math.min(...candidates.map((candidate) => candidate.from));
  const group = candidates.filter((candidate) => candidate.from === from);
  const until = Math.min(...group.map((candidate) => candidate.until));
  return { from, until, head, projections: group.map(({ projection }) => projection) };
}

function countChanges(writes: readonly TableWrites[], changeCounts: Map<string, number>): void {
  for (const { table, insertedRows, removedKeys, changedRows } of writes) {
    const count = insertedRows.length + removedKeys.length + changedRows.length;
    changeCounts.set(table.name, (changeCounts.get(table.name) ?? 0) + count);
  }
}

/** Sorts projections by recorded changes, most first, so that the longest rebuild does not run alone at the end. */
export function sortByChangeCount(
  projections: readonly Projection[],
  load: SharedLoad | null,
): readonly Projection[] {
  const sumChanges = ({ tables }: Projection): number =>
    tables.reduce((sum, { name }) => sum + (load?.changeCounts.get(name) ?? 0), 0);
  return [...projections].sort((left, right) => sumChanges(right) - sumChanges(left));
}

/** Adds the shared pass to the report of a rebuild that took part in it. */
export function addSharedLoad(report: RebuildReport, load: SharedLoad | null | undefined): RebuildReport {
  if (!load?.projections.includes(report.projection)) return report;
  const seconds = report.seconds + load.seconds;
  return {
    ...report,
    resumedFrom: Math.min(report.resumedFrom, load.from),
    seconds,
    rate: Math.round((load.eventCount + report.rate * report.seconds) / seconds),
  };
}
