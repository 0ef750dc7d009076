import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { type Hash, toBigInt } from './database-hash.ts';
import type { RowReader } from './start-queries.ts';

/** Number of ranges of positions. Each has a digest. */
const RANGE_COUNT = 1_000;
const PAGE_SIZE = 2_000;

/** A range of log positions, from `first` to `last`. */
export interface PositionRange {
  readonly first: Position;
  readonly last: Position;
  /** Position of an event before the range, or 0. */
  readonly after: Position;
}

/** Digests of the rows that the log implies, by range of positions. */
export interface RangeDigests {
  /** Query for the digests of the stored rows. */
  readonly select: string;
  /** Adds the hash of a row. Positions must not decrease. */
  readonly add: (position: Position, hash: Hash) => void;
  /** Returns the ranges whose stored rows have another digest, in ascending order. */
  readonly findDifferentRanges: (readRows: RowReader) => Promise<readonly PositionRange[]>;
}

/**
 * Creates digests of rows up to a position. A digest is the exclusive or of the rows' hashes, so the order of the rows is
 * irrelevant. The last range contains all stored rows after that position.
 * @param hashSql SQL expression for the hash of a row
 */
export function createRangeDigests(table: string, hashSql: string, until: Position): RangeDigests {
  const width = Math.ceil((until + 1) / RANGE_COUNT);
  const end = width * RANGE_COUNT;
  const select = `SELECT least(greatest(position, 0), ${end}) / ${width} AS range, bit_xor(${hashSql})::text AS digest
    FROM ${table} GROUP BY 1`;
  const halves = new Int32Array(2 * (RANGE_COUNT + 1));
  /** Position of the last added row before each range. */
  const positionsBefore = new Float64Array(RANGE_COUNT + 1);
  let currentRange = 0;
  let lastPosition: Position = 0;

  function moveTo(range: number): void {
    positionsBefore.fill(lastPosition, currentRange + 1, range + 1);
    currentRange = range;
  }

  function toRange(range: number): PositionRange {
    return {
      first: range === 0 ? Number.MIN_SAFE_INTEGER : range * width,
      last: range === RANGE_COUNT ? Number.MAX_SAFE_INTEGER : (range + 1) * width - 1,
      after: positionsBefore[range] as number,
    };
  }

  return {
    select,
    add: (position, { high, low }) => {
      const range = Math.floor(position / width);
      if (range !== currentRange) moveTo(range);
      lastPosition = position;
      halves[2 * range] = (halves[2 * range] as number) ^ high;
      halves[2 * range + 1] = (halves[2 * range + 1] as number) ^ low;
    },
    findDifferentRanges: async (readRows) => {
      moveTo(RANGE_COUNT);
      const digests = new Map<number, string>();
      for await (const { range, digest } of readRows<{ range: string; digest: string }>(select))
        digests.set(Number(range), digest);
      const getExpected = (range: number): string =>
        String(toBigInt({ high: halves[2 * range] as number, low: halves[2 * range + 1] as number }));
      return Array.from({ length: RANGE_COUNT + 1 }, (_, range) => range)
        .filter((range) => (digests.get(range) ?? '0') !== getExpected(range))
        .map(toRange);
    },
  };
}

/** Reads the events in a range of positions again, up to a position. */
export async function* readRange(
  log: EventLog,
  { first, last, after }: PositionRange,
  until: Position,
): AsyncGenerator<RecordedEvent> {
  const end = Math.min(last, until);
  for (let position = after; position < end; ) {
    const page = await log.readAll({ after: position, limit: PAGE_SIZE });
    for (const event of page) if (event.position >= first && event.position <= end) yield event;
    if (page.length < PAGE_SIZE) return;
    position = page.at(-1)?.position ?? end;
  }
}
