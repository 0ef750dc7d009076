import { sleep } from '../../common/timing.ts';
import type { Projection } from './definition.ts';
import { RebuildInProgress } from './rebuild/rebuild.ts';

/** Why a projection is rebuilt automatically. */
export type RepairReason = 'ahead of the log' | 'changed code';

export interface RepairOptions {
  /** Rebuilds a projection beside the live rows. */
  readonly replay: (projection: Projection, signal: AbortSignal) => Promise<unknown>;
  readonly onStart: (projection: string, reason: RepairReason) => void;
  readonly onDone: (projection: string, reason: RepairReason) => void;
  readonly onFailure: (projection: string, error: unknown) => void;
}

/** Rebuilds projections in the background. */
export interface Repairs {
  /** Rebuilds a projection, unless that is in progress or has failed within the last 15 s. */
  readonly request: (projection: Projection, reason: RepairReason) => void;
  /** Stops the current rebuild; the next request resumes it. */
  readonly close: () => Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 15_000;

/** Creates a queue that runs one rebuild at a time, because a rebuild uses the full capacity of the database. */
export function createRepairs({ replay, onStart, onDone, onFailure }: RepairOptions): Repairs {
  const requested = new Set<string>();
  const closing = new AbortController();
  const { signal } = closing;
  let queue = Promise.resolve();

  async function repair(projection: Projection, reason: RepairReason): Promise<void> {
    if (signal.aborted) return;
    const { name } = projection;
    try {
      onStart(name, reason);
      await replay(projection, signal);
      onDone(name, reason);
      requested.delete(name);
    } catch (error) {
      if (!signal.aborted && !(error instanceof RebuildInProgress)) onFailure(name, error);
      void sleep(PAUSE_AFTER_FAILURE_MS, signal).then(() => requested.delete(name));
    }
  }

  return {
    request: (projection, reason) => {
      if (requested.has(projection.name)) return;
      requested.add(projection.name);
      queue = queue.then(() => repair(projection, reason));
    },
    close: async () => {
      closing.abort();
      await queue;
    },
  };
}
