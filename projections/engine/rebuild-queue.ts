import { sleep } from '../../common/timing.ts';
import type { Projection } from './definition.ts';
import { RebuildInProgress } from './rebuild/rebuild.ts';

/** Reason for an automatic rebuild. */
export type RebuildReason = 'ahead of the log' | 'changed code';

interface RebuildQueueOptions {
  readonly rebuild: (projection: Projection, signal: AbortSignal) => Promise<unknown>;
  readonly onStart: (projection: string, reason: RebuildReason) => void;
  readonly onDone: (projection: string, reason: RebuildReason) => void;
  readonly onFailure: (projection: string, error: unknown) => void;
}

/** Rebuilds that wait or are in progress, at most one per projection. */
interface RebuildQueue {
  /** Requests a rebuild of a projection. Ignored if one is in progress or has failed within the last 15 s. */
  readonly request: (projection: Projection, reason: RebuildReason) => void;
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
export function createRebuildQueue({
  rebuild,
  onStart,
  onDone,
  onFailure,
}: RebuildQueueOptions): RebuildQueue {
  const requestedNames = new Set<string>();
  const closeController = new AbortController();
  const { signal } = closeController;
  const waitingRebuilds: (() => Promise<void>)[] = [];
  const runningRebuilds = new Set<Promise<void>>();

  async function runRebuild(projection: Projection, reason: RebuildReason): Promise<void> {
    if (signal.aborted) return;
    const { name } = projection;
    try {
      onStart(name, reason);
      await rebuild(projection, signal);
      onDone(name, reason);
      requestedNames.delete(name);
    } catch (error) {
      if (!signal.aborted && !(error instanceof RebuildInProgress)) onFailure(name, error);
      void sleep(PAUSE_AFTER_FAILURE_MS, signal).then(() => requestedNames.delete(name));
    }
  }

  function startWaitingRebuilds(): void {
    while (runningRebuilds.size < MAX_CONCURRENT_REBUILDS) {
      const startRebuild = waitingRebuilds.shift();
      if (!startRebuild) return;
      const rebuildPromise = startRebuild().finally(() => {
        runningRebuilds.delete(rebuildPromise);
        startWaitingRebuilds();
      });
      runningRebuilds.add(rebuildPromise);
    }
  }

  return {
    request: (projection, reason) => {
      if (requestedNames.has(projection.name)) return;
      requestedNames.add(projection.name);
      waitingRebuilds.push(() => runRebuild(projection, reason));
      startWaitingRebuilds();
    },
    close: async () => {
      closeController.abort();
      waitingRebuilds.length = 0;
      await Promise.all(runningRebuilds);
    },
  };
}
