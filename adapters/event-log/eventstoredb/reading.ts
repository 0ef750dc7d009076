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

type Resolved = Parameters<typeof toRecordedEvent>[0];

/** Server's events that one request reads at least, since many of them may be the server's own. */
const MIN_PAGE = 64;
const MAX_PAGE = 4_000;

/** What a server reads of one stream: events, or none because the stream is missing. */
type StreamPage = readonly Resolved[] | 'missing';

/**
 * Reads streams and the whole log, from the leader. Every failure but `StreamDeleted` and `UnknownPosition` is an
 * `EventLogUnavailable`: a read can always be repeated.
 */
export function createReader(client: EventStoreDBClient, leader: LeaderConnection, deadlineMs: number) {
  /** Reads one page of a stream, of which a tombstone may be all that is left. */
  async function readPage(
    stream: string,
    options: Pick<ReadStreamOptions, 'direction' | 'from'> & { readonly limit: number },
  ): Promise<StreamPage> {
    const { direction, from, limit } = options;
    const backwards = direction === 'backwards';
    const start = from === undefined ? (backwards ? END : START) : BigInt(from);
    try {
      return await leader.run(() =>
        gather<Resolved>(
          client.readStream(stream, {
            direction: backwards ? BACKWARDS : FORWARDS,
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

  /** Whether a stream is missing because it was deleted. The server then reads as if it had never been there. */
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
    const backwards = direction === 'backwards';
    const page = await readPage(stream, { direction, limit, ...(from !== undefined && { from }) });
    if (page === 'missing') {
      if (await isDeleted(stream)) throw new StreamDeleted(stream);
      return [];
    }
    const events = toOurs(page);
    // A window that lies behind the end of the stream is empty for the server; for the port it begins at the end.
    const missed = backwards && from !== undefined && events.length === 0;
    return missed ? readStream(stream, { direction, limit }) : events;
  }

  /** Reads one page of the log, which includes the event at its position. */
  async function readLogPage(
    direction: 'forwards' | 'backwards',
    from: Position | undefined,
    size: number,
  ): Promise<readonly Resolved[]> {
    const backwards = direction === 'backwards';
    const end = backwards ? END : START;
    try {
      return await leader.run(() =>
        gather<Resolved>(
          client.readAll({
            direction: backwards ? BACKWARDS : FORWARDS,
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

  async function* walk(direction: 'forwards' | 'backwards', start: Position | undefined, limit: number) {
    let from: Position | undefined = start;
    let size = Math.min(MAX_PAGE, Math.max(MIN_PAGE, limit + 1));
    for (;;) {
      const page = await readLogPage(direction, from, size);
      yield toOurs(page);
      const last = lastPosition(page);
      if (page.length < size || last === 0) return;
      // A page that did not move on consists of the event it began with; only a larger one gets past it.
      size = last === from ? size * 2 : Math.min(MAX_PAGE, size * 2);
      from = last;
    }
  }

  async function readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    const { direction = 'forwards', limit = 1_000, types } = options;
    const forwards = direction === 'forwards';
    const found: RecordedEvent[] = [];
    if (!forwards && options.after !== undefined && options.after <= 0) return found;
    const start = options.after || options.from || undefined;
    let seen = options.after || (forwards ? (options.from ?? 1) - 1 : Number.MAX_SAFE_INTEGER);
    for await (const page of walk(direction, start, limit)) {
      for (const event of page) {
        // The server includes the event at the position, and pages overlap by one.
        if (forwards ? event.position <= seen : event.position >= seen) continue;
        seen = event.position;
        if (!types || types.includes(event.type)) found.push(event);
        if (found.length === limit) return found;
      }
    }
    return found;
  }

  const head = async (): Promise<Position> =>
    (await readAll({ direction: 'backwards', limit: 1 }))[0]?.position ?? 0;

  /** The server refuses to read from where no event begins; behind its end it reads nothing. */
  async function eventIdAt(position: Position): Promise<Uuid | null> {
    if (position <= 0 || position > (await head())) return null;
    try {
      const event = toOurs(await readLogPage('forwards', position, 1))[0];
      return event?.position === position ? event.id : null;
    } catch (error) {
      if (error instanceof UnknownPosition) return null;
      throw error;
    }
  }

  return { readStream, readAll, head, eventIdAt };
}

const toOurs = (events: readonly Resolved[]): RecordedEvent[] =>
  events.map(toRecordedEvent).filter((event) => event !== null);

function lastPosition(page: readonly Resolved[]): Position {
  const last = page.at(-1);
  return toPosition((last?.link ?? last?.event)?.position?.commit) || toPosition(last?.commitPosition);
}

/** Collects the events of a read, or gives up at the deadline: the client itself sets none. */
async function gather<Event>(read: StreamingRead<Event>, deadlineMs: number): Promise<Event[]> {
  const events: Event[] = [];
  const timer = setTimeout(() => {
    void read.cancel().catch(ignore);
    read.destroy(new Error(`no answer in ${deadlineMs} ms`));
  }, deadlineMs);
  // The client may report an error a second time after the read has ended.
  read.on('error', ignore);
  try {
    for await (const event of read) events.push(event);
    return events;
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
