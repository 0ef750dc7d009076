import type { NewEvent } from './kernel/event.ts';
import { getBackoffMs } from './kernel/exponential-backoff.ts';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  type EventLog,
  type StreamEnd,
  WrongExpectedVersion,
} from './ports/event-log.ts';

const MAX_ATTEMPTS = 12;
/** Time after which no new attempt is started, in ms. */
const MAX_DURATION_MS = 10_000;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;

/**
 * Appends events, and retries while the outcome is unknown. Event ids and the expected revision guarantee that the
 * events are written at most once. After the last attempt, reads the log to determine the outcome. Once the outcome of
 * an attempt is unknown, `EventLogUnavailable` from later attempts no longer proves that nothing was written.
 * @throws AppendOutcomeUnknown when it is still unknown whether the events were written
 * @throws EventLogUnavailable when the events were not written
 * @throws WrongExpectedVersion when the events were not written because of other events
 */
export async function appendWithRetry(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  expected: StreamEnd | 'no_stream',
): Promise<AppendResult> {
  const deadline = performance.now() + MAX_DURATION_MS;
  let unsettled: AppendOutcomeUnknown | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await log.append(stream, events, expected);
    } catch (error) {
      if (error instanceof AppendOutcomeUnknown) unsettled = error;
      else if (!unsettled || error instanceof WrongExpectedVersion) throw error;
    }
    if (attempt === MAX_ATTEMPTS || performance.now() > deadline) break;
    const wait = getBackoffMs(MIN_PAUSE_MS, MAX_PAUSE_MS, attempt);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  const appendedEvents = await findAppended(log, stream, events, expected).catch(() => null);
  if (!appendedEvents) throw unsettled;
  return appendedEvents;
}

/** Finds the events. Null proves nothing, because the append may still be in progress. */
async function findAppended(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  expected: StreamEnd | 'no_stream',
): Promise<AppendResult | null> {
  const from = expected === 'no_stream' ? 0 : expected.revision + 1;
  const storedEvents = await log.readStream(stream, { from, limit: events.length });
  const last = storedEvents.at(-1);
  const isComplete = events.every(({ id }, index) => storedEvents[index]?.id === id);
  return last && isComplete ? { revision: last.revision, position: last.position } : null;
}
