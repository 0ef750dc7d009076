import { type EventLog, EventLogUnavailable } from '../../domain/ports/event-log.ts';

/** Creates a placeholder for a log that could not be opened. Every call fails with the reason. */
export function createUnreachableLog(reason: unknown): EventLog {
  const rejectCall = async (): Promise<never> => {
    throw new EventLogUnavailable(reason);
  };
  return {
    hasCountablePositions: false,
    append: rejectCall,
    readStream: rejectCall,
    readAll: rejectCall,
    head: rejectCall,
    findEventIdAt: rejectCall,
    identity: rejectCall,
    subscribeToAll: (options) => {
      options.onFailure?.(new EventLogUnavailable(reason));
      return { close: async () => {} };
    },
    close: async () => {},
  };
}
