import type { Position } from '../../domain/kernel/event.ts';
import type { Checkpoint, ReadModelChanges, ReadVersion } from '../../domain/ports/read-models.ts';

/** A projection, its position, and the last position at which it may have changed rows. */
export type Report = readonly [projection: string, position: Position, changedAt: Position];

interface ReadModelPositions extends Pick<ReadModelChanges, 'getVersion' | 'isUnchanged'> {
  /** Sets the positions of the reports, even if they are lower than the known ones. */
  readonly update: (reports: Iterable<Report>) => void;
  /** Returns the position of a projection, or undefined if it is unknown. */
  readonly find: (projection: string) => Position | undefined;
  /** Returns the report of a projection with a known position. */
  readonly toReport: (projection: string) => Report;
  /** Stores the epochs of checkpoints. If one has changed, rows may have been replaced, so all versions are outdated. */
  readonly observeEpochs: (checkpoints: readonly Checkpoint[]) => void;
  /** Discards all positions and versions. */
  readonly clear: () => void;
}

/**
 * Creates a store of the last known position of each read model. Caches compare these positions to detect changed rows.
 */
export function createReadModelPositions(): ReadModelPositions {
  const positions = new Map<string, Position>();
  /** Last position at which each projection may have changed rows. */
  const changePositions = new Map<string, Position>();
  const epochs = new Map<string, number>();
  let resetCount = 0;
  /** Discarded by each report, which is less frequent than reads. */
  let currentVersion: ReadVersion | null = null;

  function invalidateVersions(): void {
    resetCount += 1;
    currentVersion = null;
  }

  return {
    update: (reports) => {
      for (const [name, position, changedAt] of reports) {
        currentVersion = null;
        positions.set(name, position);
        changePositions.set(name, Math.max(changedAt, changePositions.get(name) ?? 0));
      }
    },
    find: (name) => positions.get(name),
    toReport: (name) => [name, positions.get(name) as Position, changePositions.get(name) as Position],
    observeEpochs: (checkpoints) => {
      for (const { projection, epoch } of checkpoints) {
        if ((epochs.get(projection) ?? epoch) !== epoch) invalidateVersions();
        epochs.set(projection, epoch);
      }
    },
    clear: () => {
      positions.clear();
      changePositions.clear();
      invalidateVersions();
    },
    getVersion: () => {
      currentVersion ??= { positions: new Map(positions), resets: resetCount };
      return currentVersion;
    },
    isUnchanged: (names, since) => {
      if (since.resets !== resetCount) return false;
      for (const name of names)
        if ((changePositions.get(name) ?? Number.POSITIVE_INFINITY) > (since.positions.get(name) ?? -1))
          return false;
      return true;
    },
  };
}
