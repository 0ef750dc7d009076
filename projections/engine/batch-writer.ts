import type pg from 'pg';
import type { Position } from '../../domain/kernel/event.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import type { Statement } from '../queryable.ts';
import type { Lease } from './leases.ts';
import { createWriter } from './writer.ts';

/** What one projection writes in a transaction: the move of its checkpoint, and the rows that its events change. */
export interface BatchWrite {
  readonly lease: Lease;
  /** Stored position of the checkpoint before the batch. */
  readonly from: Position;
  readonly to: LogPoint;
  /** Events per second. */
  readonly rate: number;
  readonly changes: readonly Statement[];
  readonly eventCount: number;
}

/** Writes the batches of a projection. */
export interface BatchWriter {
  /** Writes a batch in a transaction. Rejects with the error of the first failed statement; nothing is written then. */
  readonly write: (batch: BatchWrite) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Position of a projection whose rows have changed. */
export interface ChangedPosition {
  readonly projection: string;
  readonly position: Position;
}

/**
 * Creates the statements that publish positions in the transaction that writes their rows. Returns no statements if
 * messages are not sent through the database.
 */
export type CreatePublishStatements = (positions: readonly ChangedPosition[]) => readonly Statement[];

const createCheckpointStatement = (batches: readonly BatchWrite[]): Statement => ({
  name: 'move-checkpoints',
  text: 'SELECT engine.move_checkpoints($1, $2, $3, $4, $5, $6)',
  values: [
    batches.map(({ lease }) => lease.projection),
    batches.map(({ lease }) => lease.epoch),
    batches.map(({ from }) => from),
    batches.map(({ to }) => to.position),
    batches.map(({ to }) => to.eventId),
    batches.map(({ rate }) => rate),
  ],
});

/** Creates the statements that write batches of different projections in one transaction. */
export function createBatchStatements(
  batches: readonly BatchWrite[],
  createPublishStatements: CreatePublishStatements,
): readonly Statement[] {
  const changedPositions = batches
    .filter(({ changes }) => changes.length > 0)
    .map(({ lease, to }) => ({ projection: lease.projection, position: to.position }));
  return [
    createCheckpointStatement(batches),
    ...batches.flatMap(({ changes }) => changes),
    ...(changedPositions.length > 0 ? createPublishStatements(changedPositions) : []),
  ];
}

/** Creates a writer with its own connection. Default of `createPublishStatements`: none. */
export function createBatchWriter(
  pool: pg.Pool,
  createPublishStatements: CreatePublishStatements = () => [],
): BatchWriter {
  const writer = createWriter(pool);
  return {
    write: (batch) => writer.transact(createBatchStatements([batch], createPublishStatements)),
    close: writer.close,
  };
}
