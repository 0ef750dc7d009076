interface BatchLoaderOptions {
  /** Maximum number of keys per batch. Default: 100. */
  readonly maxBatchSize?: number;
  /** Maximum number of batches in progress. Additional keys wait for the next batch. Default: 2. */
  readonly maxConcurrent?: number;
  /** Pause after each batch, in ms. It makes batches larger under load. Default: 0. */
  readonly pauseMs?: number;
  /** Maximum number of keys that wait for a batch. Further keys are rejected. Default: no limit. */
  readonly maxWaiting?: number;
  /** Time after which a key that still waits for a batch is rejected, in ms. Default: no limit. */
  readonly maxWaitMs?: number;
}

interface PendingKey<Key, Found> {
  readonly key: Key;
  readonly since: number;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that loads one value per key. Keys requested in the same turn of the event loop, or while other
 * batches are in progress, are batched. A batch always starts after its keys were requested, so results are never
 * stale.
 * @param loadBatch returns one value per key, in the order of the keys
 * @returns a function that rejects with the error of the batch, or with an error that says which limit was exceeded
 */
export function createBatchLoader<Key, Found>(
  loadBatch: (keys: readonly Key[]) => Promise<readonly Found[]>,
  options: BatchLoaderOptions = {},
): (key: Key) => Promise<Found> {
  const { maxBatchSize = 100, maxConcurrent = 2, pauseMs = 0 } = options;
  const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitMs = Number.POSITIVE_INFINITY } = options;
  const pending: PendingKey<Key, Found>[] = [];
  let runningCount = 0;

  async function runBatches(): Promise<void> {
    while (pending.length > 0) {
      // Collect the keys of this turn of the event loop.
      await new Promise(setImmediate);
      const batch = rejectExpired(pending.splice(0, maxBatchSize));
      if (batch.length > 0) await loadInto(batch);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    runningCount -= 1;
  }

  /** Rejects the keys that have waited too long. Returns the others. */
  function rejectExpired(batch: readonly PendingKey<Key, Found>[]): readonly PendingKey<Key, Found>[] {
    const expiryTime = Date.now() - maxWaitMs;
    for (const { since, reject } of batch) if (since < expiryTime) reject(new Error('waited too long'));
    return batch.filter(({ since }) => since >= expiryTime);
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
      if (pending.length >= maxWaiting) return reject(new Error(`more than ${maxWaiting} loads wait`));
      pending.push({ key, since: Date.now(), resolve, reject });
      if (runningCount === maxConcurrent) return;
      runningCount += 1;
      void runBatches();
    });
}
