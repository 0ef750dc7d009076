import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { type EventLog, WrongExpectedVersion } from '../../domain/ports/event-log.ts';
import { parseRow } from './event-rows.ts';
import { InvalidBackup } from './format.ts';
import { createPositionMap, type PositionMap } from './position-map.ts';
import type { BackupTable } from './read.ts';

const MAX_EVENTS_PER_APPEND = 100;

/**
 * Appends the events of a backup to a log, in order. Skips events that an earlier attempt has already
 * appended. Log positions in event data are mapped to positions in the new log.
 */
export async function appendRows(
  log: EventLog,
  table: BackupTable,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const positions = createPositionMap();
  let count = 0;
  for await (const chunk of table.readRows()) {
    const events = chunk.toString('utf8').split('\n').filter(Boolean).map(parseRow);
    if (count === 0) await ensureSameLog(log, events[0]);
    for (const group of groupByStream(events)) {
      signal.throwIfAborted();
      await appendGroup(log, group, positions);
      count += group.length;
      onRows(count);
    }
  }
  onRows(count);
}

/** Rejects a log whose first event differs from the backup, because it belongs to another system. */
async function ensureSameLog(log: EventLog, first: RecordedEvent | undefined): Promise<void> {
  const [firstInLog] = await log.readAll({ limit: 1 });
  if (firstInLog && firstInLog.id !== first?.id)
    throw new InvalidBackup('The event log contains events that are not in this backup.');
}

function groupByStream(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const groups: RecordedEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const isContinuation = group?.[0]?.stream === event.stream && group.length < MAX_EVENTS_PER_APPEND;
    if (isContinuation) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

async function appendGroup(
  log: EventLog,
  group: readonly RecordedEvent[],
  { recordMove, mapPositions }: PositionMap,
): Promise<void> {
  const [firstEvent] = group;
  const lastEvent = group.at(-1);
  if (!firstEvent || !lastEvent) return;
  const events = group
    .map(mapPositions)
    .map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
  try {
    const expectedRevision = firstEvent.revision === 0 ? 'no_stream' : firstEvent.revision - 1;
    const { position } = await log.append(firstEvent.stream, events, expectedRevision);
    recordMove(lastEvent.position, position);
  } catch (error) {
    if (error instanceof WrongExpectedVersion)
      throw new InvalidBackup(
        `The stream ${firstEvent.stream} of the event log contains events that are not in this backup.`,
      );
    throw error;
  }
}
