import type pg from 'pg';
import type { Statement } from '../queryable.ts';
import { createWriter, type Writer } from './writer.ts';

/** A connection through which all projections of a process write their small batches together. */
export interface SharedWriter {
  /** Creates a writer for one projection. It writes large batches through its own connection. */
  readonly createWriter: () => Writer;
  readonly close: () => Promise<void>;
}

interface PendingWrite {
  readonly statements: readonly Statement[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Maximum number of events in a batch that shares a transaction. Larger batches are written separately,
 * because they would delay other projections.
 */
const MAX_SHARED_EVENTS = 200;

/**
 * Session settings. The lock timeout prevents a projection that waits for a lock, for example during the swap
 * of its rebuild, from delaying the others. Generic plans avoid planning each batch and are sufficient,
 * because rows are always found by key.
 */
const SESSION_SETTINGS = `SET lock_timeout = '100ms'; SET plan_cache_mode = force_generic_plan`;

/**
 * Creates a writer that commits the batches of several projections in one transaction. Batches that arrive
 * during a transaction wait for the next one. When a transaction fails, each of its batches is written
 * separately, so that only the failing projection is affected.
 */
export function createSharedWriter(pool: pg.Pool): SharedWriter {
  const batchWriter = createWriter(pool, SESSION_SETTINGS);
  let pendingWrites: PendingWrite[] = [];
  let currentRun: Promise<void> | null = null;

  async function writePending(): Promise<void> {
    while (pendingWrites.length > 0) {
      // Waits for other projections that received the same events in this turn of the event loop.
      await new Promise(setImmediate);
      const writes = pendingWrites;
      pendingWrites = [];
      try {
        await batchWriter.transact(writes.flatMap(({ statements }) => statements));
        for (const { resolve } of writes) resolve();
      } catch (error) {
        for (const { reject } of writes) reject(error);
      }
    }
    currentRun = null;
  }

  const queueWrite = (statements: readonly Statement[]): Promise<void> =>
    new Promise((resolve, reject) => {
      pendingWrites.push({ statements, resolve, reject });
      currentRun ??= writePending();
    });

  return {
    createWriter: () => {
      const ownWriter = createWriter(pool);
      return {
        transact: async (statements, eventCount = 0) => {
          if (eventCount > MAX_SHARED_EVENTS) return ownWriter.transact(statements, eventCount);
          await queueWrite(statements).catch(() => ownWriter.transact(statements, eventCount));
        },
        close: ownWriter.close,
      };
    },
    close: async () => {
      await currentRun;
      await batchWriter.close();
    },
  };
}
