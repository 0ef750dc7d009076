import type { Pool } from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { TRAIL_START, type TrailEnd, type TrailLink } from '../../../domain/ledger/coin-trail.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { trailLinks, trailPosition } from '../../../projections/crowdfunding/coin-trail/query.ts';
import type { Queryable } from '../../../projections/queryable.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { TRAIL_EVENTS, trailLinkOf } from './trail-link.ts';

/** Result of comparing a campaign's public trail with the log. */
export interface TrailCheck {
  readonly position: Position;
  /** End of the trail according to the log. */
  readonly end: TrailEnd;
  readonly problems: readonly Problem[];
}

const PAGE = 5_000;

/** Computes the trail of a campaign from the log, up to a position. */
async function* linksInLog(
  log: EventLog,
  id: CrowdfundingId,
  until: Position,
  onProgress: (position: Position) => void,
): AsyncGenerator<TrailLink, void, undefined> {
  let before: TrailEnd = TRAIL_START;
  let after = 0;
  while (after < until) {
    const events = await log.readAll({ after, limit: PAGE, types: TRAIL_EVENTS });
    for (const event of events) {
      const end = before;
      const link =
        event.position <= until ? trailLinkOf(event, (campaign) => (campaign === id ? end : null)) : null;
      if (!link) continue;
      yield link;
      before = link;
    }
    after = events.length < PAGE ? until : (events.at(-1)?.position ?? until);
    onProgress(after);
  }
}

async function* linksShown(db: Queryable, id: CrowdfundingId): AsyncGenerator<TrailLink, void, undefined> {
  let after = 0;
  for (;;) {
    const links = await trailLinks(db, id, after, PAGE);
    yield* links;
    if (links.length < PAGE) return;
    after = links.at(-1)?.sequence ?? after;
  }
}

const COMPARED = [
  'kind',
  'id',
  'donationId',
  'timestamp',
  'amount',
  'total',
  'previousHash',
  'hash',
] as const satisfies readonly (keyof TrailLink)[];

const pick = (link: TrailLink, fields: readonly (keyof TrailLink)[]): object =>
  Object.fromEntries(fields.map((field) => [field, link[field]]));

function differenceOf(told: TrailLink | undefined, shown: TrailLink | undefined): Problem | null {
  const link = told ?? shown;
  if (!link) return null;
  const subject = `line ${link.sequence}, ${link.kind} ${link.id}`;
  if (!shown) return { kind: 'missing-line', subject, expected: told, actual: null };
  if (!told) return { kind: 'unexpected-line', subject, expected: null, actual: shown };
  const differing = COMPARED.filter((field) => told[field] !== shown[field]);
  if (differing.length === 0) return null;
  return { kind: 'changed-line', subject, expected: pick(told, differing), actual: pick(shown, differing) };
}

async function compare(
  told: AsyncGenerator<TrailLink, void, undefined>,
  shown: AsyncGenerator<TrailLink, void, undefined>,
): Promise<Omit<TrailCheck, 'position'>> {
  const problems: Problem[] = [];
  const note = (problem: Problem | null): void => {
    if (problem && problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const nextShown = async (): Promise<TrailLink | undefined> => (await shown.next()).value ?? undefined;
  let end = TRAIL_START;
  let next = await nextShown();
  for await (const link of told) {
    const isThere = next?.sequence === link.sequence;
    note(differenceOf(link, isThere ? next : undefined));
    if (isThere) next = await nextShown();
    end = { sequence: link.sequence, total: link.total, hash: link.hash };
  }
  for (; next; next = await nextShown()) note(differenceOf(undefined, next));
  return { end, problems };
}

/** Recomputes a campaign's chain from the raw log and compares it line by line with the public one. */
export async function checkCoinTrail(
  pool: Pool,
  log: EventLog,
  id: CrowdfundingId,
  onProgress: (position: Position) => void,
): Promise<TrailCheck> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const position = await trailPosition(client);
    const told = linksInLog(log, id, position, onProgress);
    return { position, ...(await compare(told, linksShown(client, id))) };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}
