import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type EventLog, WrongExpectedVersion } from '../../domain/ports/event-log.ts';
import { eventOf } from './event-rows.ts';
import { BackupUnusable } from './format.ts';
import { createMovedPositions, type MovedPositions } from './moved-positions.ts';
import type { BackupTable } from './read.ts';

/** Most events of one append. */
const MOST = 100;

/**
 * Appends the events of a backup to a log, in their order. What stands there already, from an attempt before, stays.
 * Positions that events tell of are changed to where the log has put what they mean.
 */
export async function appendRows(
  log: EventLog,
  table: BackupTable,
  tell: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const positions = createMovedPositions();
  let count = 0;
  for await (const chunk of table.rows()) {
    const events = chunk.toString('utf8').split('\n').filter(Boolean).map(eventOf);
    if (count === 0) await refuseOther(log, events[0]);
    for (const group of groupsOf(events)) {
      signal.throwIfAborted();
      await appendGroup(log, group, positions);
      count += group.length;
      tell(count);
    }
  }
  tell(count);
}

/** A log that begins with another event is another system's. */
async function refuseOther(log: EventLog, first: RecordedEvent | undefined): Promise<void> {
  const [standing] = await log.readAll({ limit: 1 });
  if (standing && standing.id !== first?.id)
    throw new BackupUnusable('The event log is not empty, and holds something else than this backup.');
}

/** Events that follow each other in one stream, to be appended together. */
function groupsOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const groups: RecordedEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const follows = group?.[0]?.stream === event.stream && group.length < MOST;
    if (follows) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

async function appendGroup(
  log: EventLog,
  group: readonly RecordedEvent[],
  { moved, adapted }: MovedPositions,
): Promise<void> {
  const [first] = group;
  const last = group.at(-1);
  if (!first || !last) return;
  const events = group.map(adapted).map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  try {
    const expected = first.revision === 0 ? 'no_stream' : first.revision - 1;
    const { position } = await log.append(first.stream, events, expected);
    moved(last.position, position);
  } catch (error) {
    if (error instanceof WrongExpectedVersion)
      throw new BackupUnusable(
        `The stream ${first.stream} of the event log holds something else than this backup.`,
      );
    throw error;
  }
}
