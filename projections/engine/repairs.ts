import { pause } from '../../common/waiting.ts';
import type { Projection } from './definition.ts';
import { RebuildUnderWay } from './rebuild/rebuild.ts';

/** Why a projection is rebuilt without an operator's command. */
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
  /** Rebuilds a projection, unless that is under way or has failed within the last 15 s. */
  readonly request: (projection: Projection, reason: RepairReason) => void;
  /** Stops what is under way; the next request resumes it. */
  readonly close: () => Promise<void>;
}

const PAUSE_AFTER_FAILURE_MS = 15_000;

/** Creates a queue of rebuilds that runs one at a time, since each uses all the database has to give. */
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
      if (!signal.aborted && !(error instanceof RebuildUnderWay)) onFailure(name, error);
      void pause(PAUSE_AFTER_FAILURE_MS, signal).then(() => requested.delete(name));
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
