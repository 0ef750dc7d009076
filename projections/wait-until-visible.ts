import type { AppendSummary, ReadModelProgress } from '../domain/ports/read-models.ts';
import { findProjectionsHandling } from './registry.ts';

/** Maximum time for which a request or command waits for read models, in milliseconds. */
export const VISIBILITY_TIMEOUT_MS = 2_000;

/**
 * Waits until each projection that handles one of the events has reached the position of that event. Does not
 * wait for other projections.
 * @returns false if this takes longer than `waitMs`; default: `VISIBILITY_TIMEOUT_MS`
 */
export async function waitUntilVisible(
  { waitFor }: Pick<ReadModelProgress, 'waitFor'>,
  appends: readonly AppendSummary[],
  waitMs = VISIBILITY_TIMEOUT_MS,
): Promise<boolean> {
  const pendingReads = appends.flatMap(({ eventTypes, position }) => {
    const names = findProjectionsHandling(eventTypes);
    return names.length > 0 ? [waitFor(names, position, waitMs)] : [];
  });
  return (await Promise.all(pendingReads)).every((isReached) => isReached);
}
