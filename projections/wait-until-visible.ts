import type { ReadModelProgress, WrittenEvents } from '../domain/ports/read-models.ts';
import { findProjectionsHandling } from './registry.ts';

/**
 * Waits until each projection that handles one of the events has reached its position. It does not wait for
 * other projections.
 * @returns false after `waitMs`
 */
export async function waitUntilVisible(
  { waitFor }: Pick<ReadModelProgress, 'waitFor'>,
  writtenEvents: readonly WrittenEvents[],
  waitMs: number,
): Promise<boolean> {
  const pendingReads = writtenEvents.flatMap(({ eventTypes, position }) => {
    const names = findProjectionsHandling(eventTypes);
    return names.length > 0 ? [waitFor(names, position, waitMs)] : [];
  });
  return (await Promise.all(pendingReads)).every((isReached) => isReached);
}
