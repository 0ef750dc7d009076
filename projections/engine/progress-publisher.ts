import { sleep } from '../../common/timing.ts';
import type { FanOut } from '../../domain/ports/fan-out.ts';
import type { CreatePublishStatements } from './batch-writer.ts';
import type { Report } from './read-model-positions.ts';

/** Topic of the messages with the progress of read models. */
export const PROGRESS_TOPIC = 'kindra_read_models';
/** Delay before publishing, in milliseconds, during which positions of other projections are collected. */
const COLLECT_DELAY_MS = 3;
/** Minimum pause between two messages to other processes, in milliseconds. */
const PUBLISH_PAUSE_MS = 8;
/**
 * Minimum pause in milliseconds if transactions publish their own positions. Messages then contain only positions of
 * batches that changed no rows.
 */
const LONG_PUBLISH_PAUSE_MS = 50;

interface ProgressPublisher {
  readonly createPublishStatements: CreatePublishStatements;
  /**
   * Publishes the position of a projection soon, unless its transaction has published it.
   * @param isPublished whether the transaction contained the statements from `createPublishStatements`
   */
  readonly publish: (projection: string, isPublished: boolean) => void;
  /** Discards positions that are not published yet. */
  readonly clear: () => void;
  /** Stops publishing, and waits for the message in progress. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a publisher of the progress of this process for other processes.
 * @param toReport returns the current report of a projection
 */
export function createProgressPublisher(
  fanOut: FanOut,
  toReport: (projection: string) => Report,
): ProgressPublisher {
  const { createStatement } = fanOut;
  const closeController = new AbortController();
  const unpublishedNames = new Set<string>();
  /** Projections whose transactions in progress do not publish their positions, because no other process listens. */
  const silentNames = new Set<string>();
  let currentPublish: Promise<void> | null = null;

  async function publishAll(): Promise<void> {
    while (unpublishedNames.size > 0 && !closeController.signal.aborted) {
      await sleep(COLLECT_DELAY_MS, closeController.signal);
      if (unpublishedNames.size === 0) continue;
      const reports = [...unpublishedNames].map(toReport);
      unpublishedNames.clear();
      await fanOut.publish(PROGRESS_TOPIC, JSON.stringify(reports));
      await sleep(createStatement ? LONG_PUBLISH_PAUSE_MS : PUBLISH_PAUSE_MS, closeController.signal);
    }
    currentPublish = null;
  }

  return {
    createPublishStatements: (positions) => {
      if (!createStatement) return [];
      const reports = positions.map(({ projection, position }): Report => [projection, position, position]);
      const statement = createStatement(PROGRESS_TOPIC, JSON.stringify(reports));
      for (const { projection } of positions)
        if (statement) silentNames.delete(projection);
        else silentNames.add(projection);
      return statement ? [statement] : [];
    },
    publish: (projection, isPublished) => {
      // A process may have begun to listen since the transaction was sent.
      const isSilent = silentNames.delete(projection);
      if (isPublished && createStatement && !isSilent) {
        unpublishedNames.delete(projection);
        return;
      }
      unpublishedNames.add(projection);
      currentPublish ??= publishAll();
    },
    clear: () => unpublishedNames.clear(),
    close: async () => {
      closeController.abort();
      await currentPublish;
    },
  };
}
