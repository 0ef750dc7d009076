import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';

/**
 * Returns whether the log contains the event of a checkpoint. Checkpoints from earlier versions have no event
 * id. For these, only the position is checked.
 * @throws EventLogUnavailable
 */
export async function hasCheckpoint(
  log: Pick<EventLog, 'head' | 'findEventIdAt'>,
  { position, eventId }: LogPoint,
): Promise<boolean> {
  if (position === 0) return true;
  if (eventId === null) return position <= (await log.head());
  return (await log.findEventIdAt(position)) === eventId;
}

/** Thrown when the log history has changed since it was read, because the log was restored or failed over. */
export class LogHistoryChanged extends Error {
  constructor() {
    super('The log has lost events since they were read. Nothing was changed; repeat the command.');
    this.name = 'LogHistoryChanged';
  }
}

/** The log as it is seen while projection statuses are computed. */
export interface LogView {
  readonly head: Position;
  readonly hasCountablePositions: boolean;
  /** Returns whether the log contains the event of a checkpoint. */
  readonly hasEvent: (point: LogPoint) => Promise<boolean>;
  /** Returns the age of the first event after the position, in seconds, or 0 if there is no such event. */
  readonly getSecondsBehind: (position: Position) => Promise<number>;
}

function memoize<Argument, Result>(
  getKey: (argument: Argument) => string,
  operation: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (argument) => {
    const key = getKey(argument);
    const result = results.get(key) ?? operation(argument);
    results.set(key, result);
    return result;
  };
}

/**
 * Creates a view of the log. By default, it ends at the current head. Checkpoints at the same event share one
 * lookup.
 * @throws EventLogUnavailable
 */
export async function createLogView(
  log: Pick<EventLog, 'head' | 'findEventIdAt' | 'readAll' | 'hasCountablePositions'>,
  head?: Position,
): Promise<LogView> {
  return {
    head: head ?? (await log.head()),
    hasCountablePositions: log.hasCountablePositions,
    hasEvent: memoize(
      ({ position, eventId }) => `${position} ${eventId}`,
      (point) => hasCheckpoint(log, point),
    ),
    getSecondsBehind: memoize(String, async (position) => {
      const [nextEvent] = await log.readAll({ after: position, limit: 1 });
      return nextEvent
        ? Math.max(0, Math.round((Date.now() - Date.parse(nextEvent.metadata.occurredAt)) / 1_000))
        : 0;
    }),
  };
}
