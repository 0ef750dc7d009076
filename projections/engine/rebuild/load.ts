import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import type { Statement } from '../../queryable.ts';
import type { Projection } from '../definition.ts';
import { createFold, type TableWrites } from '../fold.ts';
import type { Batch, Reader } from '../reader.ts';
import type { Writer } from '../writer.ts';

/** Default number of events per batch. It is large, so that many changes to the same row are combined. */
const REBUILD_BATCH_SIZE = 5_000;

/** Range of the log to load, from `from` (exclusive) to `until` (inclusive), and where its changes are written. */
export interface LoadOptions {
  /** Projections that are loaded from the same events. */
  readonly projections: readonly Projection[];
  readonly reader: Reader;
  readonly writer: Writer;
  readonly from: Position;
  readonly until: Position;
  readonly createBatchStatements: (
    writes: readonly TableWrites[],
    position: Position,
  ) => readonly Statement[];
  /** Called after each batch. `logEventCount` is the number of log events in its range. */
  readonly onLoaded: (position: Position, logEventCount: number) => void;
  readonly signal: AbortSignal;
  readonly batchSize?: number | undefined;
}

/** Thrown when a rebuild is stopped. The rebuild can be resumed. */
export class RebuildInterrupted extends Error {
  constructor() {
    super('The rebuild was stopped. The live read model is unchanged. Repeat the command to resume.');
    this.name = 'RebuildInterrupted';
  }
}

async function truncateBatch(reader: Reader, batch: Batch, until: Position): Promise<Batch> {
  if (batch.position <= until) return batch;
  const events = batch.events.filter(({ position }) => position <= until);
  const logEventCount =
    batch.logEventCount === batch.events.length
      ? events.length
      : batch.logEventCount - (batch.position - until);
  return { events, position: until, eventId: await reader.findEventIdAt(until), logEventCount };
}

/** Thrown when a projection cannot process an event. */
export class EventNotProjected extends Error {
  constructor({ position, type, id }: RecordedEvent, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${reason} at event ${position} (${type} ${id})`, { cause });
    this.name = 'EventNotProjected';
  }
}

/**
 * Folds a batch into table writes.
 * @throws EventNotProjected
 */
export function foldBatch(projection: Projection, { events }: Batch): readonly TableWrites[] {
  const fold = createFold(projection);
  for (const event of events) {
    try {
      fold.add(event);
    } catch (error) {
      throw new EventNotProjected(event, error);
    }
  }
  return fold.take();
}

/**
 * Reads a range of the log in batches.
 * @throws LogHistoryChanged when a batch does not continue the previous one
 */
export async function* readBatches(
  reader: Reader,
  from: Position,
  until: Position,
  batchSize = REBUILD_BATCH_SIZE,
): AsyncGenerator<Batch, void, undefined> {
  let lastPoint: LogPoint = { position: from, eventId: null };
  while (lastPoint.position < until) {
    const batch = await truncateBatch(reader, await reader.next(lastPoint, batchSize), until);
    if (batch.position <= lastPoint.position) return;
    yield batch;
    lastPoint = batch;
  }
}

/**
 * Loads a range of the log. Each batch is written in one transaction, together with the position of the
 * rebuilds. While it is written, the next batch is read and folded.
 * @throws RebuildInterrupted when the signal is aborted
 * @throws LogHistoryChanged when the log has lost events that were read
 */
export async function loadRange(options: LoadOptions): Promise<Position> {
  const { projections, reader, writer, from, until, createBatchStatements, onLoaded, signal } = options;
  let pendingWrite: Promise<void> = Promise.resolve();
  let position = from;
  try {
    for await (const batch of readBatches(reader, from, until, options.batchSize)) {
      const batchStatements = createBatchStatements(
        projections.flatMap((projection) => foldBatch(projection, batch)),
        batch.position,
      );
      await pendingWrite;
      if (signal.aborted) throw new RebuildInterrupted();
      pendingWrite = writer
        .transact([...batchStatements, createProgressStatement(projections, batch)])
        .then(() => onLoaded(batch.position, batch.logEventCount));
      // Awaited in the next iteration. Prevents an unhandled rejection until then.
      pendingWrite.catch(() => {});
      position = batch.position;
    }
    await pendingWrite;
    return position;
  } finally {
    // No write may be in progress when the lock of the rebuild is released.
    await pendingWrite.catch(() => {});
  }
}

const createProgressStatement = (
  projections: readonly Projection[],
  { position, eventId }: LogPoint,
): Statement => ({
  name: 'advance-rebuilds',
  text: 'UPDATE engine.rebuilds SET position = $2, event_id = $3 WHERE projection = ANY ($1)',
  values: [projections.map(({ name }) => name), position, eventId],
});
