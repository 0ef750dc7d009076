import type { ClientBase } from 'pg';
import type { CrowdfundingId, DonationId, Uuid } from '../../../domain/kernel/ids.ts';
import {
  findTrailProblem,
  TRAIL_START,
  type TrailEnd,
  type TrailKind,
  type TrailLink,
} from '../../../domain/ledger/coin-trail.ts';
import { hashTrailLine } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { getTrailPosition } from '../../../projections/crowdfunding/coin-trail/query.ts';
import { type Check, readRows } from './check.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { TRAIL_EVENTS, toTrailLink } from './trail-link.ts';

interface LinkRecord {
  readonly crowdfunding_id: CrowdfundingId;
  readonly sequence: number;
  readonly kind: TrailKind;
  readonly id: Uuid;
  readonly donation_id: DonationId | null;
  readonly occurred_at: Date;
  readonly amount: string;
  readonly total: string;
  readonly hash: Buffer;
}

const SELECT_LINKS = `
  SELECT crowdfunding_id, sequence, kind, id, donation_id, occurred_at, amount, total, hash
  FROM trail.links ORDER BY crowdfunding_id, sequence`;

/** Maps a row to a line. The previous hash is stored only in the previous line. */
const rowToTrailLink = (row: LinkRecord, previousHash: string): TrailLink => ({
  crowdfundingId: row.crowdfunding_id,
  sequence: row.sequence,
  kind: row.kind,
  id: row.id,
  donationId: row.donation_id,
  timestamp: row.occurred_at.toISOString(),
  amount: Number(row.amount),
  total: Number(row.total),
  previousHash,
  hash: row.hash.toString('hex'),
});

const formatTrailEnd = ({ sequence, total, hash }: TrailEnd): string =>
  `${sequence} lines, ${total} coins held, hash ${hash}`;

/**
 * Recomputes the chains of all campaigns. A public trail matches the log if it is a valid chain with the same last
 * hash; `verify --crowdfunding` lists the lines that differ.
 */
export async function createTrailsCheck(client: ClientBase): Promise<Check> {
  const until = await getTrailPosition(client);
  const ends = new Map<CrowdfundingId, TrailEnd>();
  let count = 0;
  return {
    until,
    types: TRAIL_EVENTS,
    processEvent: (event) => {
      if (event.position > until) return;
      const link = toTrailLink(event, (id) => ends.get(id) ?? TRAIL_START);
      if (!link) return;
      ends.set(link.crowdfundingId, { sequence: link.sequence, total: link.total, hash: link.hash });
      count += 1;
    },
    compare: (db) => compareTrails(db, ends),
    countChecked: () => ({ trails: ends.size, lines: count }),
  };
}

async function compareTrails(
  client: ClientBase,
  expectedEnds: ReadonlyMap<CrowdfundingId, TrailEnd>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const publicEnds = new Map<CrowdfundingId, TrailEnd>();
  for await (const row of readRows<LinkRecord>(client, SELECT_LINKS)) {
    const previousEnd = publicEnds.get(row.crowdfunding_id) ?? TRAIL_START;
    const link = rowToTrailLink(row, previousEnd.hash);
    const fault = findTrailProblem(previousEnd, link, hashTrailLine(previousEnd.hash, link));
    if (fault && problems.length < MAX_PROBLEMS)
      problems.push({
        kind: 'coin-trail',
        subject: `line ${link.sequence} of campaign ${link.crowdfundingId}`,
        expected: 'a line that follows from those before it',
        actual: fault.message,
      });
    publicEnds.set(link.crowdfundingId, { sequence: link.sequence, total: link.total, hash: link.hash });
  }
  for (const id of new Set([...expectedEnds.keys(), ...publicEnds.keys()])) {
    const [expected, actual] = [expectedEnds.get(id) ?? TRAIL_START, publicEnds.get(id) ?? TRAIL_START].map(
      formatTrailEnd,
    );
    if (expected !== actual)
      problems.push({ kind: 'coin-trail', subject: `campaign ${id}`, expected, actual });
  }
  return problems;
}
