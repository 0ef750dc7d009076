import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  StreamDeletedError,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import {
  EventLogUnavailable,
  type ReadAllOptions,
  type ReadStreamOptions,
  StreamDeleted,
  UnknownPosition,
} from '../../../domain/ports/event-log.ts';
import type { LeaderConnection } from './leader.ts';
import { isInvalidPosition, toPosition, toRecordedEvent, toServerPosition } from './mapping.ts';

type AnyResolvedEvent = Parameters<typeof toRecordedEvent>[0];

/** Minimum number of events per request. A smaller request could return only system events. */
const MIN_PAGE_SIZE = 64;
const MAX_PAGE_SIZE = 4_000;

/** A page of a stream, or `missing` if the stream does not exist. */
type StreamPage = readonly AnyResolvedEvent[] | 'missing';

/**
 * Creates functions that read streams and the whole log from the leader. Failures other than `StreamDeleted`
 * and `UnknownPosition` are reported as `EventLogUnavailable`, because reads can be repeated.
 */
export function createReader(client: EventStoreDBClient, leader: LeaderConnection, deadlineMs: number) {
  /** Reads one page of a stream. The page can be a tombstone. */
  async function readPage(
    stream: string,
    options: Pick<ReadStreamOptions, 'direction' | 'from'> & { readonly limit: number },
  ): Promise<StreamPage> {
    const { direction, from, limit } = options;
    const isBackwards = direction === 'backwards';
    const start = from === undefined ? (isBackwards ? END : START) : BigInt(from);
    try {
      return await leader.run(() =>
        collectEvents<AnyResolvedEvent>(
          client.readStream(stream, {
            direction: isBackwards ? BACKWARDS : FORWARDS,
            fromRevision: start,
            maxCount: limit,
            requiresLeader: true,
          }),
          deadlineMs,
        ),
      );
    } catch (error) {
      if (error instanceof StreamNotFoundError) return 'missing';
      if (error instanceof StreamDeletedError) throw new StreamDeleted(stream, error);
      throw new EventLogUnavailable(error);
    }
  }

  /** Returns whether a stream was soft-deleted. Reads return the same error for soft-deleted and missing streams. */
  async function isDeleted(stream: string): Promise<boolean> {
    const page = await readPage(`$$${stream}`, { direction: 'backwards', limit: 1 });
    const metadata = page === 'missing' ? undefined : (page[0]?.event?.data as { $tb?: number } | undefined);
    return (metadata?.$tb ?? 0) > Number.MAX_SAFE_INTEGER;
  }

  async function readStream(
    stream: string,
    options: ReadStreamOptions = {},
  ): Promise<readonly RecordedEvent[]> {
    const { direction = 'forwards', from, limit = 1_000 } = options;
    const isBackwards = direction === 'backwards';
    const page = await readPage(stream, { direction, limit, ...(from !== undefined && { from }) });
    if (page === 'missing') {
      if (await isDeleted(stream)) throw new StreamDeleted(stream);
      return [];
    }
    const events = toRecordedEvents(page);
    // Reading backwards from beyond the end returns nothing on the server; the port defines it as reading from the end.
    const isBeyondEnd = isBackwards && from !== undefined && events.length === 0;
    return isBeyondEnd ? readStream(stream, { direction, limit }) : events;
  }

  /** Reads one page of the log. It includes the event at the start position. */
  async function readLogPage(
    direction: 'forwards' | 'backwards',
    from: Position | undefined,
    size: number,
  ): Promise<readonly AnyResolvedEvent[]> {
    const isBackwards = direction === 'backwards';
    const end = isBackwards ? END : START;
    try {
      return await leader.run(() =>
        collectEvents<AnyResolvedEvent>(
          client.readAll({
            direction: isBackwards ? BACKWARDS : FORWARDS,
            fromPosition: from ? toServerPosition(from) : end,
            maxCount: size,
            requiresLeader: true,
          }),
          deadlineMs,
        ),
      );
    } catch (error) {
      if (from && isInvalidPosition(error)) throw new UnknownPosition(from, error);
      throw new EventLogUnavailable(error);
    }
  }

  async function* readPages(direction: 'forwards' | 'backwards', start: Position | undefined, limit: number) {
    let from: Position | undefined = start;
    let size = Math.min(MAX_PAGE_SIZE, Math.max(MIN_PAGE_SIZE, limit + 1));
    for (;;) {
      const page = await readLogPage(direction, from, size);
      yield toRecordedEvents(page);
      const last = getLastPosition(page);
      if (page.length < size || last === 0) return;
      // A page without progress contains only events at its start position; request a larger one.
      size = last === from ? size * 2 : Math.min(MAX_PAGE_SIZE, size * 2);
      from = last;
    }
  }

  async function readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    const { direction = 'forwards', limit = 1_000, types } = options;
    const isForwards = direction === 'forwards';
    const selectedEvents: RecordedEvent[] = [];
    if (!isForwards && options.after !== undefined && options.after <= 0) return selectedEvents;
    const start = options.after || options.from || undefined;
    let lastSeenPosition = options.after || (isForwards ? (options.from ?? 1) - 1 : Number.MAX_SAFE_INTEGER);
    for await (const page of readPages(direction, start, limit)) {
      for (const event of page) {
        // The server includes the event at the start position, so pages overlap by one.
        if (isForwards ? event.position <= lastSeenPosition : event.position >= lastSeenPosition) continue;
        lastSeenPosition = event.position;
        if (!types || types.includes(event.type)) selectedEvents.push(event);
        if (selectedEvents.length === limit) return selectedEvents;
      }
    }
    return selectedEvents;
  }

  const head = async (): Promise<Position> =>
    (await readAll({ direction: 'backwards', limit: 1 }))[0]?.position ?? 0;

  /**
   * Returns the id of the event at a position, or null if there is none. The server rejects positions at
   * which no event begins, and returns nothing for positions beyond its end.
   */
  async function findEventIdAt(position: Position): Promise<Uuid | null> {
    if (position <= 0 || position > (await head())) return null;
    try {
      const event = toRecordedEvents(await readLogPage('forwards', position, 1))[0];
      return event?.position === position ? event.id : null;
    } catch (error) {
      if (error instanceof UnknownPosition) return null;
      throw error;
    }
  }

  return { readStream, readAll, head, findEventIdAt };
}

const toRecordedEvents = (events: readonly AnyResolvedEvent[]): RecordedEvent[] =>
  events.map(toRecordedEvent).filter((event) => event !== null);

function getLastPosition(page: readonly AnyResolvedEvent[]): Position {
  const last = page.at(-1);
  return toPosition((last?.link ?? last?.event)?.position?.commit) || toPosition(last?.commitPosition);
}

/** Collects the events of a read within the deadline. The client itself has no deadline for reads. */
async function collectEvents<Event>(read: StreamingRead<Event>, deadlineMs: number): Promise<Event[]> {
  const events: Event[] = [];
  const timer = setTimeout(() => {
    void read.cancel().catch(ignore);
    read.destroy(new Error(`no answer in ${deadlineMs} ms`));
  }, deadlineMs);
  // The client may emit a second error after the end of the read.
  read.on('error', ignore);
  try {
    for await (const event of read) events.push(event);
    return events;
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
