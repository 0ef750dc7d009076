import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';

/**
 * Whether the log has the event at a checkpoint. A checkpoint that names no event, as earlier versions wrote them, is
 * compared by its position alone.
 * @throws EventLogUnavailable
 */
export async function hasCheckpoint(
  log: Pick<EventLog, 'head' | 'eventIdAt'>,
  { position, eventId }: LogPoint,
): Promise<boolean> {
  if (position === 0) return true;
  if (eventId === null) return position <= (await log.head());
  return (await log.eventIdAt(position)) === eventId;
}

/** The log as it is seen when the statuses of projections are judged. */
export interface LogView {
  readonly head: Position;
  readonly hasCountablePositions: boolean;
  /** Whether the log has the event at a checkpoint. */
  readonly has: (point: LogPoint) => Promise<boolean>;
  /** Age of the first event behind the position, in seconds; 0 when there is none. */
  readonly secondsBehind: (position: Position) => Promise<number>;
}

/** Calls the function once for each key. */
function memoized<Argument, Result>(
  keyOf: (argument: Argument) => string,
  work: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (argument) => {
    const key = keyOf(argument);
    const known = results.get(key) ?? work(argument);
    results.set(key, known);
    return known;
  };
}

/**
 * Looks at the log as it is now, or as it was up to `head`. Checkpoints at the same event cost one look-up together.
 * @throws EventLogUnavailable
 */
export async function viewLog(
  log: Pick<EventLog, 'head' | 'eventIdAt' | 'readAll' | 'hasCountablePositions'>,
  head?: Position,
): Promise<LogView> {
  return {
    head: head ?? (await log.head()),
    hasCountablePositions: log.hasCountablePositions,
    has: memoized(
      ({ position, eventId }) => `${position} ${eventId}`,
      (point) => hasCheckpoint(log, point),
    ),
    secondsBehind: memoized(String, async (position) => {
      const [next] = await log.readAll({ after: position, limit: 1 });
      return next ? Math.max(0, Math.round((Date.now() - Date.parse(next.metadata.occurredAt)) / 1_000)) : 0;
    }),
  };
}
