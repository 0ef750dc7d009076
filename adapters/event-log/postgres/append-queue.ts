import type { Pool } from 'pg';
import { collectCalls } from '../../../common/timing.ts';
import type { Position, RecordedEvent, Revision } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import {
  AppendOutcomeUnknown,
  type AppendResult,
  EventLogUnavailable,
  type ExpectedState,
  getExpectedRevision,
  WrongExpectedVersion,
} from '../../../domain/ports/event-log.ts';
import type { SerializedAppend } from '../shared/serialize-events.ts';
import { createAppendConnection } from './append-connection.ts';
import { QueryOutcomeUnknown } from './run-query.ts';

/** Groups waiting appends in this process into one transaction. */
export interface AppendQueue {
  readonly append: (
    stream: string,
    append: SerializedAppend,
    expectedState: ExpectedState,
  ) => Promise<AppendResult>;
  /** Waits for the appends in progress, then closes the connection. */
  readonly close: () => Promise<void>;
}

interface AppendQueueOptions {
  readonly pool: Pool;
  /** Maximum time in the queue, and maximum wait for the response, each in milliseconds. */
  readonly deadlineMs: number;
  /**
   * Called after each commit with its events, in order, and with the id of the event that precedes them in
   * the log.
   */
  readonly onAppended: (
    position: Position,
    events: readonly RecordedEvent[],
    previousId: Uuid | null,
  ) => void;
}

interface PendingAppend {
  readonly stream: string;
  readonly append: SerializedAppend;
  readonly expectedState: ExpectedState;
  readonly since: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_WAITING = 20_000;
const MAX_GROUP_SIZE = 512;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
/**
 * Number of unanswered appends up to which the next group is sent. While the process is busy with other work, most of the
 * time until a response is spent in the process. With more unanswered appends, many writers would share fewer commits.
 */
const MAX_UNANSWERED = 1;

/**
 * Creates an append queue with a connection of its own. It holds at most 20,000 appends. A transaction contains at
 * most 512 of them and 4 MiB, and one per stream. An append rejects with WrongExpectedVersion if its stream has changed,
 * with EventLogUnavailable if it was not executed, and with AppendOutcomeUnknown if it may have been committed.
 */
export function createAppendQueue({ pool, deadlineMs, onAppended }: AppendQueueOptions): AppendQueue {
  let waitingAppends: PendingAppend[] = [];
  let isScheduled = false;
  let unansweredCount = 0;
  const runningGroups = new Set<Promise<void>>();
  const connection = createAppendConnection(pool, deadlineMs);

  /** Sends the next group once callers that were answered at the same time have joined it. */
  function scheduleNextGroup(): void {
    if (isScheduled || waitingAppends.length === 0 || unansweredCount > MAX_UNANSWERED) return;
    isScheduled = true;
    void collectCalls().then(() => {
      isScheduled = false;
      sendNextGroup();
      scheduleNextGroup();
    });
  }

  function sendNextGroup(): void {
    const { group, remaining } = takeGroup(waitingAppends, Date.now() - deadlineMs);
    waitingAppends = remaining;
    if (group.length === 0) return;
    unansweredCount += group.length;
    const run = appendGroup(group).finally(() => {
      unansweredCount -= group.length;
      runningGroups.delete(run);
      scheduleNextGroup();
    });
    runningGroups.add(run);
  }

  async function appendGroup(group: readonly PendingAppend[]): Promise<void> {
    try {
      const rows = await connection.runQuery<ResultRow>(buildAppendQuery(group));
      const head = Math.max(0, ...rows.map(([, , position]) => Number(position)));
      if (head > 0) onAppended(head, toRecordedEvents(group, rows), rows[0]?.[3] ?? null);
      for (const [index, row] of rows.entries()) settleAppend(group[index] as PendingAppend, row);
    } catch (error) {
      const isOutcomeUnknown = error instanceof QueryOutcomeUnknown;
      for (const { stream, reject } of group) {
        reject(isOutcomeUnknown ? new AppendOutcomeUnknown(stream, error) : new EventLogUnavailable(error));
      }
    }
  }

  return {
    append: (stream, append, expectedState) =>
      new Promise((resolve, reject) => {
        if (waitingAppends.length >= MAX_WAITING) {
          return reject(new EventLogUnavailable(new Error(`more than ${MAX_WAITING} appends wait`)));
        }
        waitingAppends.push({ stream, append, expectedState, since: Date.now(), resolve, reject });
        scheduleNextGroup();
      }),
    close: async () => {
      while (isScheduled || runningGroups.size > 0) {
        await Promise.all(runningGroups);
        await new Promise(setImmediate);
      }
      await connection.close();
    },
  };
}

/**
 * Takes appends from the front of the queue, at most one per stream. Rejects appends that have waited too
 * long.
 */
function takeGroup(
  waitingAppends: readonly PendingAppend[],
  expiryTime: number,
): { group: PendingAppend[]; remaining: PendingAppend[] } {
  const group: PendingAppend[] = [];
  const remainingAppends: PendingAppend[] = [];
  const streams = new Set<string>();
  let bytes = 0;
  for (const [index, pendingAppend] of waitingAppends.entries()) {
    if (group.length === MAX_GROUP_SIZE || bytes + pendingAppend.append.bytes > MAX_GROUP_BYTES) {
      return { group, remaining: [...remainingAppends, ...waitingAppends.slice(index)] };
    }
    if (pendingAppend.since < expiryTime) {
      pendingAppend.reject(new EventLogUnavailable(new Error('the append waited too long to be sent')));
    } else if (streams.has(pendingAppend.stream)) {
      remainingAppends.push(pendingAppend);
    } else {
      group.push(pendingAppend);
      bytes += pendingAppend.append.bytes;
      streams.add(pendingAppend.stream);
    }
  }
  return { group, remaining: remainingAppends };
}

type ResultRow = [
  outcome: 'appended' | 'repeated' | 'conflict',
  revision: string,
  position: string | null,
  /** Id of the last event that the log contained before the call, or null if the log was empty. */
  before: string | null,
];

/** Builds the recorded events for a committed transaction. */
function toRecordedEvents(
  group: readonly PendingAppend[],
  rows: readonly ResultRow[],
): readonly RecordedEvent[] {
  return rows.flatMap(([outcome, lastRevision, lastPosition], index) => {
    if (outcome !== 'appended') return [];
    const { stream, append } = group[index] as PendingAppend;
    const lastIndex = append.events.length - 1;
    return append.events.map(({ id, type, data, metadata }, eventIndex) => ({
      id,
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
      stream,
      revision: Number(lastRevision) - lastIndex + eventIndex,
      position: Number(lastPosition) - lastIndex + eventIndex,
    }));
  });
}

function settleAppend(
  { stream, expectedState, resolve, reject }: PendingAppend,
  [outcome, lastRevision, position]: ResultRow,
): void {
  const revision: Revision = Number(lastRevision);
  if (outcome === 'conflict') {
    reject(new WrongExpectedVersion(stream, expectedState, revision < 0 ? null : revision));
  } else {
    resolve({ revision, position: Number(position) });
  }
}

const APPEND_GROUP = `SELECT outcome, last_revision, last_position, head_before
  FROM log.append($1, $2, $3, $4, $5, $6, $7, $8)`;

function buildAppendQuery(group: readonly PendingAppend[]): { name: string; text: string; values: string[] } {
  const events = group.flatMap(({ append }) => append.events);
  const joinLines = (texts: readonly string[]): string => texts.join('\n');
  const formatArray = (items: readonly (string | number)[]): string => `{${items.join(',')}}`;
  return {
    name: 'log.append',
    text: APPEND_GROUP,
    values: [
      joinLines(group.map(({ stream }) => stream)),
      formatArray(group.map(({ expectedState }) => toExpectedNumber(expectedState))),
      formatArray(group.map(({ expectedState }) => toExpectedId(expectedState))),
      formatArray(group.map(({ append }) => append.events.length)),
      formatArray(events.map(({ id }) => id)),
      joinLines(events.map(({ type }) => type)),
      joinLines(events.map(({ data }) => data)),
      joinLines(events.map(({ metadata }) => metadata)),
    ],
  };
}

function toExpectedNumber(expectedState: ExpectedState): number {
  const revision = getExpectedRevision(expectedState);
  return revision === 'no_stream' ? -1 : revision;
}

/** Formats the expected event id as an SQL array item. Returns NULL if no id is expected. */
const toExpectedId = (expectedState: ExpectedState): string =>
  typeof expectedState === 'object' ? expectedState.eventId : 'NULL';
