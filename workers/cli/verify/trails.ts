import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../../domain/kernel/ids.ts';
import {
  TRAIL_FORMAT,
  TRAIL_START,
  type TrailEnd,
  trailHashWrong,
  trailLineBeforeMissing,
  trailTotalWrong,
} from '../../../domain/ledger/coin-trail.ts';
import type { toJournalEntry } from '../../../domain/ledger/journal.ts';
import { hashTrailLine } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import type { Check } from './check.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import type { RowReader } from './start-queries.ts';
import { TRAIL_EVENTS, TRAIL_READ_MODEL, toTrailLine } from './trail-link.ts';

/** SQL expression for a row in the format of `formatCanonicalLine`. */
const CANONICAL_LINE = `concat_ws('|', '${TRAIL_FORMAT}', crowdfunding_id, sequence, kind, id, coalesce(donation_id::text, '-'),
  to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), amount, total)`;

/** Selects lines that do not follow from the previous line, and the last line of each trail. */
const SELECT_CHECKED = `SELECT * FROM (
  SELECT crowdfunding_id, sequence, total, encode(hash, 'hex') AS hash, is_last,
    CASE WHEN sequence <> sequence_before + 1 THEN '${trailLineBeforeMissing.message}'
      WHEN total <> total_before + CASE kind WHEN 'DONATION' THEN amount ELSE -amount END THEN '${trailTotalWrong.message}'
      WHEN hash <> sha256(convert_to(hash_before || E'\\n' || ${CANONICAL_LINE}, 'UTF8')) THEN '${trailHashWrong.message}'
    END AS fault
  FROM (
    SELECT *, lead(sequence) OVER w IS NULL AS is_last, lag(sequence, 1, ${TRAIL_START.sequence}) OVER w AS sequence_before,
      lag(total, 1, ${TRAIL_START.total}::bigint) OVER w AS total_before,
      coalesce(encode(lag(hash) OVER w, 'hex'), '${TRAIL_START.hash}') AS hash_before
    FROM trail.links WINDOW w AS (PARTITION BY crowdfunding_id ORDER BY sequence)
  ) line
) checked WHERE is_last OR fault IS NOT NULL`;

interface CheckedLine {
  readonly crowdfunding_id: CrowdfundingId;
  readonly sequence: number;
  readonly total: string;
  readonly hash: string;
  readonly is_last: boolean;
  readonly fault: string | null;
}

const formatTrailEnd = ({ sequence, total, hash }: TrailEnd): string =>
  `${sequence} lines, ${total} coins held, hash ${hash}`;

/** Ends of the public coin trails, and lines that do not follow from the previous line. */
interface PublicTrails {
  readonly ends: ReadonlyMap<CrowdfundingId, TrailEnd>;
  readonly problems: readonly Problem[];
}

/**
 * Creates a check that recomputes the coin trails of all campaigns. A public trail matches the log if it is a valid
 * chain with the same last hash; `verify --crowdfunding` lists the lines that differ. The database verifies the public
 * chains.
 * @param until position of the public trails
 * @param mapToEntry returns the journal entry of an event
 */
export function createTrailsCheck(until: Position, mapToEntry: typeof toJournalEntry): Check {
  const ends = new Map<CrowdfundingId, TrailEnd>();
  let count = 0;
  return {
    until,
    types: TRAIL_EVENTS,
    selects: [SELECT_CHECKED],
    processEvent: (event) => {
      if (event.position > until) return;
      const entry = mapToEntry(event);
      const id = entry?.crowdfundingId;
      if (!entry || !id) return;
      const end = ends.get(id) ?? TRAIL_START;
      const line = toTrailLine(event, entry, id, end);
      ends.set(id, { sequence: line.sequence, total: line.total, hash: hashTrailLine(end.hash, line) });
      count += 1;
    },
    compare: async (readRows) => compareTrails(ends, await readPublicTrails(readRows)),
    countChecked: () => ({ trails: ends.size, lines: count }),
  };
}

async function readPublicTrails(readRows: RowReader): Promise<PublicTrails> {
  const problems: Problem[] = [];
  const ends = new Map<CrowdfundingId, TrailEnd>();
  for await (const line of readRows<CheckedLine>(SELECT_CHECKED)) {
    const { crowdfunding_id: id, sequence, total, hash, is_last: isLast, fault } = line;
    if (fault !== null && problems.length < MAX_PROBLEMS)
      problems.push({
        readModel: TRAIL_READ_MODEL,
        kind: 'coin-trail',
        subject: `line ${sequence} of campaign ${id}`,
        expected: 'a line that matches the previous lines',
        actual: fault,
      });
    if (isLast) ends.set(id, { sequence, total: Number(total), hash });
  }
  return { ends, problems };
}

function compareTrails(
  expectedEnds: ReadonlyMap<CrowdfundingId, TrailEnd>,
  { ends: publicEnds, problems }: PublicTrails,
): readonly Problem[] {
  const differences: Problem[] = [];
  for (const id of new Set([...expectedEnds.keys(), ...publicEnds.keys()])) {
    const [expected, actual] = [expectedEnds.get(id) ?? TRAIL_START, publicEnds.get(id) ?? TRAIL_START].map(
      formatTrailEnd,
    );
    if (expected !== actual)
      differences.push({
        readModel: TRAIL_READ_MODEL,
        kind: 'coin-trail',
        subject: `campaign ${id}`,
        expected,
        actual,
      });
  }
  return [...problems, ...differences];
}
