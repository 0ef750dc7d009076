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
/** No attempt starts later than this, in ms. */
const MAX_DURATION_MS = 10_000;
const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;

/**
 * Appends events and retries while the outcome is unknown. Event ids and expected revision guarantee that
 * they are written at most once. After the last attempt, it reads the log to find the outcome. Once one
 * attempt has an unknown outcome, `EventLogUnavailable` from later attempts no longer proves that nothing was
 * written.
 * @throws AppendOutcomeUnknown when it is still unknown whether the events were written
 * @throws EventLogUnavailable when they were not written
 * @throws WrongExpectedVersion when they were not written because others wrote first
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

/**
 * Looks for the events after the expected revision. Null proves nothing: the append may still be in progress.
 */
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
