import type { Position } from '../../../domain/kernel/event.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import type { Statement } from '../../queryable.ts';
import type { Projection } from '../definition.ts';
import { createFold, type TableWrites } from '../fold.ts';
import type { Batch, Reader } from '../reader.ts';
import type { Writer } from '../writer.ts';

/** Events of one batch by default: many, so that changes of the same row meet in it. */
export const REBUILD_BATCH = 5_000;

/** What to load, and how. */
export interface Load {
  readonly projection: Projection;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly from: Position;
  /** Where to stop; what stands at it is loaded. */
  readonly until: Position;
  /** How a batch is written that ends at the position. */
  readonly statements: (writes: readonly TableWrites[], position: Position) => readonly Statement[];
  /** Called after each batch with the number of events of the log that it covers. */
  readonly onLoaded: (position: Position, passed: number) => void;
  readonly signal: AbortSignal;
  readonly batchSize: number;
}

/** The rebuild was stopped; it can be resumed. */
export class RebuildInterrupted extends Error {
  constructor() {
    super(
      'The rebuild was stopped. The live read model is as it was; the same command carries on from here.',
    );
    this.name = 'RebuildInterrupted';
  }
}

/** Cuts a batch off behind a position. */
async function cut(reader: Reader, batch: Batch, until: Position): Promise<Batch> {
  if (batch.position <= until) return batch;
  const events = batch.events.filter(({ position }) => position <= until);
  const passed =
    batch.passed === batch.events.length ? events.length : batch.passed - (batch.position - until);
  return { events, position: until, eventId: await reader.eventIdAt(until), passed };
}

/** Folds a batch of the log into what is to be written. */
export function folded(projection: Projection, { events }: Batch): readonly TableWrites[] {
  const fold = createFold(projection);
  for (const event of events) fold.add(event);
  return fold.take();
}

/** The part of the log behind one position and up to another, as one batch after the other. */
export async function* batchesOf(
  reader: Reader,
  from: Position,
  until: Position,
  batchSize: number,
): AsyncGenerator<Batch, void, undefined> {
  let position = from;
  while (position < until) {
    const batch = await cut(reader, await reader.next(position, batchSize), until);
    if (batch.position <= position) return;
    yield batch;
    position = batch.position;
  }
}

/**
 * Loads a stretch of the log. Each batch is written in one transaction together with how far the rebuild has come; the
 * next is read and folded meanwhile.
 * @throws RebuildInterrupted when the signal is aborted
 */
export async function load(options: Load): Promise<Position> {
  const { projection, reader, writer, from, until, statements, onLoaded, signal } = options;
  let writing: Promise<void> = Promise.resolve();
  let position = from;
  for await (const batch of batchesOf(reader, from, until, options.batchSize)) {
    const prepared = statements(folded(projection, batch), batch.position);
    await writing;
    if (signal.aborted) throw new RebuildInterrupted();
    writing = writer
      .transact([...prepared, advance(projection, batch)])
      .then(() => onLoaded(batch.position, batch.passed));
    // It is awaited in the next round; a failure before that is not left without somebody to hear it.
    writing.catch(() => {});
    position = batch.position;
  }
  await writing;
  return position;
}

const advance = ({ name }: Projection, { position, eventId }: LogPoint): Statement => ({
  name: 'advance-rebuild',
  text: 'UPDATE engine.rebuilds SET position = $2, event_id = $3 WHERE projection = $1',
  values: [name, position, eventId],
});
