import { sleep } from '../../common/timing.ts';
import type { Projection } from './definition.ts';
import { RebuildInProgress } from './rebuild/rebuild.ts';

/** Reason for an automatic rebuild. */
export type RepairReason = 'ahead of the log' | 'changed code';

interface RepairOptions {
  readonly replay: (projection: Projection, signal: AbortSignal) => Promise<unknown>;
  readonly onStart: (projection: string, reason: RepairReason) => void;
  readonly onDone: (projection: string, reason: RepairReason) => void;
  readonly onFailure: (projection: string, error: unknown) => void;
}

interface Repairs {
  /** Requests a rebuild of a projection. Ignored if one is in progress or has failed within the last 15 s. */
  readonly request: (projection: Projection, reason: RepairReason) => void;
  /** Stops the current rebuilds. They are resumed by the next requests. */
  readonly close: () => Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 15_000;
/**
 * Maximum number of concurrent rebuilds. After a failover, all projections may need one. More rebuilds would
 * delay the live projections, because each one occupies a database connection.
 */
const MAX_CONCURRENT_REBUILDS = 3;

/** Creates a queue that runs a limited number of rebuilds concurrently. */
export function createRepairs({ replay, onStart, onDone, onFailure }: RepairOptions): Repairs {
  const requestedNames = new Set<string>();
  const closeController = new AbortController();
  const { signal } = closeController;
  const waitingRepairs: (() => Promise<void>)[] = [];
  const runningRepairs = new Set<Promise<void>>();

  async function repair(projection: Projection, reason: RepairReason): Promise<void> {
    if (signal.aborted) return;
    const { name } = projection;
    try {
      onStart(name, reason);
      await replay(projection, signal);
      onDone(name, reason);
      requestedNames.delete(name);
    } catch (error) {
      if (!signal.aborted && !(error instanceof RebuildInProgress)) onFailure(name, error);
      void sleep(PAUSE_AFTER_FAILURE_MS, signal).then(() => requestedNames.delete(name));
    }
  }

  function startWaitingRepairs(): void {
    while (runningRepairs.size < MAX_CONCURRENT_REBUILDS) {
      const startRepair = waitingRepairs.shift();
      if (!startRepair) return;
      const repairPromise = startRepair().finally(() => {
        runningRepairs.delete(repairPromise);
        startWaitingRepairs();
      });
      runningRepairs.add(repairPromise);
    }
  }

  return {
    request: (projection, reason) => {
      if (requestedNames.has(projection.name)) return;
      requestedNames.add(projection.name);
      waitingRepairs.push(() => repair(projection, reason));
      startWaitingRepairs();
    },
    close: async () => {
      closeController.abort();
      waitingRepairs.length = 0;
      await Promise.all(runningRepairs);
    },
  };
}
