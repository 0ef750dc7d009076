import type { Pool } from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { TRAIL_START, type TrailEnd, type TrailLink } from '../../../domain/ledger/coin-trail.ts';
import { toJournalEntry } from '../../../domain/ledger/journal.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { hashTrailLine } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { getTrailPosition, listTrailLinks } from '../../../projections/crowdfunding/coin-trail/query.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { TRAIL_EVENTS, TRAIL_READ_MODEL, toTrailLine } from './trail-link.ts';

/** Result of comparing a campaign's public coin trail with the log. */
export interface TrailCheckResult {
  readonly position: Position;
  /** End of the coin trail according to the log. */
  readonly end: TrailEnd;
  readonly problems: readonly Problem[];
}

const PAGE_SIZE = 5_000;

/** Computes a campaign's coin trail from the log, up to a position. */
async function* readLinksFromLog(
  log: EventLog,
  id: CrowdfundingId,
  until: Position,
  onProgress: (position: Position) => void,
): AsyncGenerator<TrailLink, void, undefined> {
  let previousEnd: TrailEnd = TRAIL_START;
  let after = 0;
  while (after < until) {
    const events = await log.readAll({ after, limit: PAGE_SIZE, types: TRAIL_EVENTS });
    for (const event of events) {
      const entry = event.position <= until ? toJournalEntry(event) : null;
      if (entry?.crowdfundingId !== id) continue;
      const line = toTrailLine(event, entry, id, previousEnd);
      const previousHash = previousEnd.hash;
      const link = { ...line, previousHash, hash: hashTrailLine(previousHash, line) };
      yield link;
      previousEnd = link;
    }
    after = events.length < PAGE_SIZE ? until : (events.at(-1)?.position ?? until);
    onProgress(after);
  }
}

async function* readPublicLinks(
  db: Queryable,
  id: CrowdfundingId,
): AsyncGenerator<TrailLink, void, undefined> {
  let after = 0;
  for (;;) {
    const links = await listTrailLinks(db, id, after, PAGE_SIZE);
    yield* links;
    if (links.length < PAGE_SIZE) return;
    after = links.at(-1)?.sequence ?? after;
  }
}

const COMPARED_FIELDS = [
  'kind',
  'id',
  'donationId',
  'timestamp',
  'amount',
  'total',
  'previousHash',
  'hash',
] as const satisfies readonly (keyof TrailLink)[];

const pickFields = (link: TrailLink, fields: readonly (keyof TrailLink)[]): object =>
  Object.fromEntries(fields.map((field) => [field, link[field]]));

function findDifference(expected: TrailLink | undefined, actual: TrailLink | undefined): Problem | null {
  const link = expected ?? actual;
  if (!link) return null;
  const subject = `line ${link.sequence}, ${link.kind} ${link.id}`;
  if (!actual) return { readModel: TRAIL_READ_MODEL, kind: 'missing-line', subject, expected, actual: null };
  if (!expected)
    return { readModel: TRAIL_READ_MODEL, kind: 'unexpected-line', subject, expected: null, actual };
  const differingFields = COMPARED_FIELDS.filter((field) => expected[field] !== actual[field]);
  if (differingFields.length === 0) return null;
  return {
    readModel: TRAIL_READ_MODEL,
    kind: 'changed-line',
    subject,
    expected: pickFields(expected, differingFields),
    actual: pickFields(actual, differingFields),
  };
}

async function compareTrails(
  expectedLinks: AsyncGenerator<TrailLink, void, undefined>,
  publicLinks: AsyncGenerator<TrailLink, void, undefined>,
): Promise<Omit<TrailCheckResult, 'position'>> {
  const problems: Problem[] = [];
  const addProblem = (problem: Problem | null): void => {
    if (problem && problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const readNextPublicLink = async (): Promise<TrailLink | undefined> =>
    (await publicLinks.next()).value ?? undefined;
  let end = TRAIL_START;
  let nextLink = await readNextPublicLink();
  for await (const link of expectedLinks) {
    const isPresent = nextLink?.sequence === link.sequence;
    addProblem(findDifference(link, isPresent ? nextLink : undefined));
    if (isPresent) nextLink = await readNextPublicLink();
    end = { sequence: link.sequence, total: link.total, hash: link.hash };
  }
  for (; nextLink; nextLink = await readNextPublicLink()) addProblem(findDifference(undefined, nextLink));
  return { end, problems };
}

/** Recomputes a campaign's coin trail from the raw log and compares it with the public one, line by line. */
export async function checkCoinTrail(
  pool: Pool,
  log: EventLog,
  id: CrowdfundingId,
  onProgress: (position: Position) => void,
): Promise<TrailCheckResult> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const position = await getTrailPosition(client);
    const expectedLinks = readLinksFromLog(log, id, position, onProgress);
    return { position, ...(await compareTrails(expectedLinks, readPublicLinks(client, id))) };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}
