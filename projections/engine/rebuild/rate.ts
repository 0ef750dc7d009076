import type { Position } from '../../../domain/kernel/event.ts';

/** How fast a rebuild is. */
export interface RebuildRate {
  /** Events per second since it began, or was resumed. */
  readonly rate: number;
  /** Seconds left of the loading at this rate; null while it is not known. */
  readonly secondsLeft: number | null;
}

/** Measures a rebuild from a position on. Positions need not count events: the time left follows from their share. */
export function createRateMeter(from: Position) {
  const since = performance.now();
  let events = 0;
  const seconds = (): number => Math.max((performance.now() - since) / 1_000, 0.001);
  return {
    add: (passed: number): void => {
      events += passed;
    },
    rate: (): number => Math.round(events / seconds()),
    at: (position: Position, head: Position): RebuildRate => {
      const speed = (position - from) / seconds();
      return {
        rate: Math.round(events / seconds()),
        secondsLeft: speed > 0 ? Math.max(0, head - position) / speed : null,
      };
    },
  };
}
