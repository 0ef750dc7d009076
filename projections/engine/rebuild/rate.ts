import type { Position } from '../../../domain/kernel/event.ts';

/** Speed of a rebuild and its remaining time. */
export interface RebuildRate {
  /** Events per second since the rebuild started or was resumed. */
  readonly rate: number;
  /** Estimated time until loading is complete, in seconds; null if unknown. */
  readonly secondsLeft: number | null;
}

/** Creates a meter for a rebuild. The remaining time is estimated from positions, which may have gaps. */
export function createRateMeter(from: Position) {
  const startMs = performance.now();
  let events = 0;
  const getElapsedSeconds = (): number => Math.max((performance.now() - startMs) / 1_000, 0.001);
  return {
    add: (count: number): void => {
      events += count;
    },
    getEventsPerSecond: (): number => Math.round(events / getElapsedSeconds()),
    measure: (position: Position, head: Position): RebuildRate => {
      const speed = (position - from) / getElapsedSeconds();
      return {
        rate: Math.round(events / getElapsedSeconds()),
        secondsLeft: speed > 0 ? Math.max(0, head - position) / speed : null,
      };
    },
  };
}
