import type { ClientBase, Pool } from 'pg';

/** An inconsistency that `log.append` cannot cause, such as a changed or missing event. */
export type ChainFault =
  | {
      /** This event or an earlier event in the stream was changed. */
      readonly kind: 'changed';
      readonly stream: string;
      readonly revision: number;
      readonly position: number;
    }
  | {
      /** This revision is missing, although the stream has later ones. */
      readonly kind: 'missing-revision';
      readonly stream: string;
      readonly revision: number;
    }
  | {
      /** No events have positions in this range, inclusive. */
      readonly kind: 'missing-positions';
      readonly from: number;
      readonly to: number;
    };

/** Result of a verification of hash chains: the number of verified events and streams, and the faults. */
export interface ChainReport {
  readonly events: number;
  readonly streams: number;
  /** Last verified position. */
  readonly head: number;
  /** The first faults, at most 1,000. */
  readonly faults: readonly ChainFault[];
}

interface VerifyChainsOptions {
  /** Called after each page with the number of events that have been verified so far. Can throw to stop. */
  readonly onProgress?: (events: number) => void;
  /** Number of events per statement, at least 2. Default: 50,000. */
  readonly pageSize?: number;
}

/** Default number of events per statement. It limits the time between progress reports. */
const DEFAULT_PAGE_SIZE = 50_000;
const MAX_FAULTS = 1_000;

/**
 * Recomputes the hashes of one page of events, in stream order. The page starts with the last event of the
 * previous page, because its hash is part of the next hash.
 */
const VERIFY_NEXT_PAGE = `
  SELECT count(*) FILTER (WHERE is_new) AS events,
    count(*) FILTER (WHERE is_new AND revision_before = -1) AS streams,
    max(stream) FILTER (WHERE is_last) AS stream,
    max(revision) FILTER (WHERE is_last) AS revision,
    json_agg(json_build_array(stream, revision, position, revision_before) ORDER BY stream, revision)
      FILTER (WHERE is_new AND (is_changed OR revision <> revision_before + 1)) AS faults
  FROM (
    SELECT stream, revision, position, revision_before, is_new, is_last, hash <> sha256(hash_before || convert_to(
        concat_ws(E'\\n', stream, revision, position, id, type, data, metadata), 'UTF8')) AS is_changed
    FROM (
      SELECT *, (stream, revision) > ($1, $2) AS is_new, lead(position) OVER w IS NULL AS is_last,
        CASE WHEN lag(stream) OVER w = stream THEN lag(revision) OVER w ELSE -1 END AS revision_before,
        CASE WHEN lag(stream) OVER w = stream THEN lag(hash) OVER w ELSE '' END AS hash_before
      FROM (
        SELECT stream, revision, position, id, type, data, metadata, hash FROM log.events
        WHERE (stream, revision) >= ($1, $2) AND position <= $3 ORDER BY stream, revision LIMIT $4
      ) page
      WINDOW w AS (ORDER BY stream, revision)
    ) followed
  ) checked`;

interface CheckedPage {
  readonly events: string;
  readonly streams: string;
  /** Stream of the last event in the page. */
  readonly stream: string | null;
  readonly revision: string | null;
  readonly faults: readonly FaultyEvent[] | null;
}

type FaultyEvent = readonly [stream: string, revision: number, position: number, revisionBefore: number];

const SELECT_MISSING_POSITIONS = `
  SELECT before + 1 AS from, position - 1 AS to
  FROM (SELECT position, lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
        FROM log.events WHERE position <= $1) AS pairs
  WHERE position <> before + 1 ORDER BY position LIMIT ${MAX_FAULTS}`;

/**
 * Recomputes the hash chains of all streams in the database, and checks for gaps in revisions and positions.
 * Ignores events that are appended in the meantime.
 */
export async function verifyChains(
  database: Pool | ClientBase,
  { onProgress, pageSize = DEFAULT_PAGE_SIZE }: VerifyChainsOptions = {},
): Promise<ChainReport> {
  const queryRows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.query<Row>(text, values)).rows;

  const [headRow] = await queryRows<{ head: string }>(
    'SELECT coalesce(max(position), 0) AS head FROM log.events',
  );
  const head = Number(headRow?.head);
  const missingPositions = await queryRows<{ from: string; to: string }>(SELECT_MISSING_POSITIONS, [head]);
  const faults: ChainFault[] = missingPositions.map(({ from, to }) => ({
    kind: 'missing-positions',
    from: Number(from),
    to: Number(to),
  }));
  let last: { stream: string; revision: string } = { stream: '', revision: '-1' };
  let events = 0;
  let streams = 0;
  for (;;) {
    const [page] = await queryRows<CheckedPage>(VERIFY_NEXT_PAGE, [
      last.stream,
      last.revision,
      head,
      pageSize,
    ]);
    const count = Number(page?.events);
    if (!page?.stream || !page.revision || count === 0) break;
    if (faults.length < MAX_FAULTS) faults.push(...(page.faults ?? []).map(toFault));
    last = { stream: page.stream, revision: page.revision };
    events += count;
    streams += Number(page.streams);
    onProgress?.(events);
  }
  return { events, streams, head, faults: faults.slice(0, MAX_FAULTS) };
}

/** Maps a faulty event to its fault. If the event follows a gap, its hash cannot be checked. */
function toFault([stream, revision, position, revisionBefore]: FaultyEvent): ChainFault {
  return revision === revisionBefore + 1
    ? { kind: 'changed', stream, revision, position }
    : { kind: 'missing-revision', stream, revision: revisionBefore + 1 };
}
