import { doubling } from './kernel/doubling.ts';
import type { NewEvent } from './kernel/event.ts';
import {
  type AppendResult,
  AppendUnsettled,
  type EventLog,
  type StreamEnd,
  WrongExpectedVersion,
} from './ports/event-log.ts';

const MAX_ATTEMPTS = 12;
/** No further attempt begins after this time, in ms. */
const GIVE_UP_AFTER_MS = 10_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Appends events, and repeats an append whose outcome is unknown: its event ids and its expectation let it be written at
 * most once. When no attempt has settled it, the log is read for the events. Once an attempt is unsettled, an
 * unreachable log no longer means that nothing was written.
 * @throws AppendUnsettled when it is still unknown whether the events are in the log
 * @throws EventLogUnavailable when they certainly are not
 * @throws WrongExpectedVersion when they certainly are not, since others have written
 */
export async function appendSettled(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  expected: StreamEnd | 'no_stream',
): Promise<AppendResult> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  let unsettled: AppendUnsettled | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await log.append(stream, events, expected);
    } catch (error) {
      if (error instanceof AppendUnsettled) unsettled = error;
      else if (!unsettled || error instanceof WrongExpectedVersion) throw error;
    }
    if (attempt === MAX_ATTEMPTS || performance.now() > deadline) break;
    const wait = doubling(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, attempt);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  const found = await findAppended(log, stream, events, expected).catch(() => null);
  if (!found) throw unsettled;
  return found;
}

/**
 * Looks for the events where the append would have put them. Null proves nothing: the append may still be on its way.
 */
async function findAppended(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  expected: StreamEnd | 'no_stream',
): Promise<AppendResult | null> {
  const from = expected === 'no_stream' ? 0 : expected.revision + 1;
  const found = await log.readStream(stream, { from, limit: events.length });
  const last = found.at(-1);
  const isComplete = events.every(({ id }, index) => found[index]?.id === id);
  return last && isComplete ? { revision: last.revision, position: last.position } : null;
}
