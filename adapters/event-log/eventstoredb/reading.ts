import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import {
  EventLogUnavailable,
  type ReadAllOptions,
  type ReadStreamOptions,
} from '../../../domain/ports/event-log.ts';
import { toPosition, toRecordedEvent, toServerPosition } from './mapping.ts';

type Resolved = Parameters<typeof toRecordedEvent>[0];

/** Server's events that one request reads at least, since many of them may be the server's own. */
const MIN_PAGE = 64;
const MAX_PAGE = 4_000;

/** Reads streams and the whole log. Every failure is an EventLogUnavailable: reading again is always harmless. */
export function createReader(client: EventStoreDBClient, deadlineMs: number) {
  async function readStream(
    stream: string,
    options: ReadStreamOptions = {},
  ): Promise<readonly RecordedEvent[]> {
    const { direction = 'forwards', from, limit = 1_000 } = options;
    const backwards = direction === 'backwards';
    const start = from === undefined ? (backwards ? END : START) : BigInt(from);
    const read = client.readStream(stream, {
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: start,
      maxCount: limit,
    });
    const events = toOurs(await gather<Resolved>(read, deadlineMs));
    // A window that lies behind the end of the stream is empty for the server; for the port it begins at the end.
    const missed = backwards && from !== undefined && events.length === 0;
    return missed ? readStream(stream, { direction, limit }) : events;
  }

  async function* walk(direction: 'forwards' | 'backwards', after: Position | undefined, limit: number) {
    const backwards = direction === 'backwards';
    const end = backwards ? END : START;
    let from: Position | undefined = after;
    let size = Math.min(MAX_PAGE, Math.max(MIN_PAGE, limit + 1));
    for (;;) {
      const read = client.readAll({
        direction: backwards ? BACKWARDS : FORWARDS,
        fromPosition: from ? toServerPosition(from) : end,
        maxCount: size,
      });
      const page = await gather<Resolved>(read, deadlineMs);
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
    let seen = options.after || (forwards ? 0 : Number.MAX_SAFE_INTEGER);
    for await (const page of walk(direction, options.after || undefined, limit)) {
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

  /** The server refuses to read from behind its end, and from where no event begins. */
  async function eventIdAt(position: Position): Promise<Uuid | null> {
    if (position <= 0 || position > (await head())) return null;
    try {
      const read = client.readAll({ fromPosition: toServerPosition(position), maxCount: 1 });
      const event = toOurs(await gather<Resolved>(read, deadlineMs))[0];
      return event?.position === position ? event.id : null;
    } catch (error) {
      if (isInvalidPosition(error)) return null;
      throw error;
    }
  }

  return { readStream, readAll, head, eventIdAt };
}

const INVALID_POSITION = /invalid position|Unexpected ReadAllResult/i;

const isInvalidPosition = (error: unknown): boolean =>
  error instanceof EventLogUnavailable &&
  error.cause instanceof Error &&
  INVALID_POSITION.test(error.cause.message);

const toOurs = (events: readonly Resolved[]): RecordedEvent[] =>
  events.map(toRecordedEvent).filter((event) => event !== null);

function lastPosition(page: readonly Resolved[]): Position {
  const last = page.at(-1);
  return toPosition((last?.link ?? last?.event)?.position?.commit) || toPosition(last?.commitPosition);
}

/** Takes all events of a read, or gives up at the deadline: the client itself sets none. */
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
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw new EventLogUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
