import type { NewEvent } from '../../domain/kernel/event.ts';
import type { AppendResult, EventLog } from '../../domain/ports/event-log.ts';

/** Appends events to a stream at its current end. The stream must have no other writer. */
export async function appendToEnd(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  const [last] = await log.readStream(stream, { direction: 'backwards', limit: 1 });
  return log.append(stream, events, last?.revision ?? 'no_stream');
}
