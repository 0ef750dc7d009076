/** Maximum number of keys per batch. */
const MAX_BATCH_SIZE = 100;

interface BatchLoaderOptions {
  /** Maximum number of batches in progress. Additional keys wait for the next batch. Default: 2. */
  readonly maxConcurrent?: number;
  /** Pause after each batch, in ms. It makes batches larger under load. Default: 0. */
  readonly pauseMs?: number;
}

interface PendingKey<Key, Found> {
  readonly key: Key;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that loads one value per key. Keys requested in the same turn of the event loop, or while other
 * batches are in progress, are batched. A batch always starts after its keys were requested, so results are never
 * stale.
 * @param loadBatch returns one value per key, in the order of the keys
 */
export function createBatchLoader<Key, Found>(
  loadBatch: (keys: readonly Key[]) => Promise<readonly Found[]>,
  { maxConcurrent = 2, pauseMs = 0 }: BatchLoaderOptions = {},
): (key: Key) => Promise<Found> {
  const pending: PendingKey<Key, Found>[] = [];
  let runningCount = 0;

  async function runBatches(): Promise<void> {
    while (pending.length > 0) {
      // Collect the keys of this turn of the event loop.
      await new Promise(setImmediate);
      const batch = pending.splice(0, MAX_BATCH_SIZE);
      if (batch.length > 0) await loadInto(batch);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    runningCount -= 1;
  }

  async function loadInto(batch: readonly PendingKey<Key, Found>[]): Promise<void> {
    try {
      const found = await loadBatch(batch.map(({ key }) => key));
      for (const [n, { resolve }] of batch.entries()) resolve(found[n] as Found);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject });
      if (runningCount === maxConcurrent) return;
      runningCount += 1;
      void runBatches();
    });
}
