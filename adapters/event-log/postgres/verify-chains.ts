import type { ClientBase, Pool } from 'pg';
import { hashEvent } from '../shared/event-hash.ts';

/** An inconsistency that `log.append` cannot produce, such as a changed or missing event. */
export type ChainFault =
  | {
      /** This event or an earlier event of the stream was changed. */
      readonly kind: 'changed';
      readonly stream: string;
      readonly revision: number;
      readonly position: number;
    }
  | {
      /** The stream lacks this revision but has later ones. */
      readonly kind: 'missing-revision';
      readonly stream: string;
      readonly revision: number;
    }
  | {
      /** No events have these positions, inclusive. */
      readonly kind: 'missing-positions';
      readonly from: number;
      readonly to: number;
    };

export interface ChainReport {
  readonly events: number;
  readonly streams: number;
  /** Last verified position. */
  readonly head: number;
  /** At most 1,000. */
  readonly faults: readonly ChainFault[];
}

export interface VerifyChainsOptions {
  /** Called with the number of verified events. */
  readonly onProgress?: (events: number) => void;
}

const PAGE_SIZE = 5_000;
const MAX_FAULTS = 1_000;

type Row = [
  stream: string,
  revision: string,
  position: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
  hash: Buffer,
];

const SELECT_NEXT_PAGE = `
  SELECT stream, revision, position, id, type, data::text, metadata::text, hash FROM log.events
  WHERE (stream, revision) > ($1, $2) AND position <= $3 ORDER BY stream, revision LIMIT ${PAGE_SIZE}`;

const SELECT_MISSING_POSITIONS = `
  SELECT before + 1, position - 1
  FROM (SELECT position, lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
        FROM log.events WHERE position <= $1) AS pairs
  WHERE position <> before + 1 ORDER BY position LIMIT ${MAX_FAULTS}`;

/**
 * Recomputes the hash chains of all streams and checks revisions and positions for gaps. Concurrent appends are
 * ignored.
 */
export async function verifyChains(
  database: Pool | ClientBase,
  { onProgress }: VerifyChainsOptions = {},
): Promise<ChainReport> {
  const queryRows = async <R extends unknown[]>(text: string, values: unknown[]): Promise<R[]> =>
    (await database.query<R>({ text, values, rowMode: 'array' })).rows;

  const [headRow] = await queryRows<[string]>('SELECT coalesce(max(position), 0) FROM log.events', []);
  const head = Number(headRow?.[0]);
  const faults: ChainFault[] = (await queryRows<[string, string]>(SELECT_MISSING_POSITIONS, [head])).map(
    ([from, to]) => ({ kind: 'missing-positions', from: Number(from), to: Number(to) }),
  );
  let chain: ChainLink = { stream: '', revision: -1, hash: null };
  let events = 0;
  let streams = 0;
  for (;;) {
    const page = await queryRows<Row>(SELECT_NEXT_PAGE, [chain.stream, chain.revision, head]);
    for (const row of page) {
      if (row[0] !== chain.stream) {
        chain = { stream: row[0], revision: -1, hash: null };
        streams += 1;
      }
      const fault = findFault(chain, row);
      if (fault && faults.length < MAX_FAULTS) faults.push(fault);
      chain = { stream: row[0], revision: Number(row[1]), hash: row[7] };
    }
    events += page.length;
    onProgress?.(events);
    if (page.length < PAGE_SIZE) return { events, streams, head, faults };
  }
}

/** Last verified event of the current stream. */
interface ChainLink {
  readonly stream: string;
  readonly revision: number;
  readonly hash: Buffer | null;
}

function findFault(previous: ChainLink, row: Row): ChainFault | null {
  const [stream, revisionText, positionText, id, type, data, metadata, hash] = row;
  const revision = Number(revisionText);
  const position = Number(positionText);
  if (revision !== previous.revision + 1) {
    return { kind: 'missing-revision', stream, revision: previous.revision + 1 };
  }
  const expected = hashEvent(previous.hash, { stream, revision, position, id, type, data, metadata });
  return expected.equals(hash) ? null : { kind: 'changed', stream, revision, position };
}
