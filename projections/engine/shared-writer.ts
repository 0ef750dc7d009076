import type pg from 'pg';
import { collectCalls } from '../../common/timing.ts';
import {
  type BatchWrite,
  type BatchWriter,
  type CreatePublishStatements,
  createBatchStatements,
  createBatchWriter,
} from './batch-writer.ts';
import { createWriter } from './writer.ts';

/** A connection through which all projections of a process write their small batches together. */
export interface SharedWriter {
  /** Creates a writer for one projection. It writes large batches through its own connection. */
  readonly createWriter: () => BatchWriter;
  readonly close: () => Promise<void>;
}

interface PendingWrite {
  readonly batch: BatchWrite;
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
 * because rows are always found by key. The first batches are planned while tables are almost empty: without the last
 * setting, the plans would read whole tables, and PostgreSQL would keep them until it analyzes the tables.
 */
const SESSION_SETTINGS = `SET lock_timeout = '100ms'; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off`;

/**
 * Creates a writer that commits the batches of several projections in one transaction. Batches that arrive
 * during a transaction wait for the next one. When a transaction fails, each of its batches is written
 * separately, so that only the failing projection is affected.
 */
export function createSharedWriter(
  pool: pg.Pool,
  createPublishStatements: CreatePublishStatements = () => [],
): SharedWriter {
  const writer = createWriter(pool, SESSION_SETTINGS);
  let pendingWrites: PendingWrite[] = [];
  let currentRun: Promise<void> | null = null;

  async function writePending(): Promise<void> {
    while (pendingWrites.length > 0) {
      // Waits for other projections that received the same events.
      await collectCalls();
      const writes = pendingWrites;
      pendingWrites = [];
      try {
        const batches = writes.map(({ batch }) => batch);
        await writer.transact(createBatchStatements(batches, createPublishStatements));
        for (const { resolve } of writes) resolve();
      } catch (error) {
        for (const { reject } of writes) reject(error);
      }
    }
    currentRun = null;
  }

  const queueWrite = (batch: BatchWrite): Promise<void> =>
    new Promise((resolve, reject) => {
      pendingWrites.push({ batch, resolve, reject });
      currentRun ??= writePending();
    });

  return {
    createWriter: () => {
      const ownWriter = createBatchWriter(pool, createPublishStatements);
      return {
        write: async (batch) => {
          if (batch.eventCount > MAX_SHARED_EVENTS) return ownWriter.write(batch);
          await queueWrite(batch).catch(() => ownWriter.write(batch));
        },
        close: ownWriter.close,
      };
    },
    close: async () => {
      await currentRun;
      await writer.close();
    },
  };
}
