import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId, DonationId } from '../../../domain/kernel/ids.ts';
import {
  TRAIL_PAGE_SIZE,
  TRAIL_START,
  type TrailEnd,
  type TrailLink,
} from '../../../domain/ledger/coin-trail.ts';
import { joinPublicName, selectDonorName } from '../../accounts/profiles/names.ts';
import { buildPage, type Page, type Paging, type RowOrder, toPageStart } from '../../paging.ts';
import { canSeeHidden, type Queryable, queryNumber, type Viewer } from '../../queryable.ts';

/** A line of a trail, as the public sees it. A release has no donor. */
interface PublicTrailLine extends TrailLink {
  readonly donor: { readonly profileName: string; readonly nickname: string } | null;
  readonly anonymous: boolean;
}

/** `end` is the current end of the whole trail. */
interface TrailPage extends Page<PublicTrailLine> {
  readonly end: TrailEnd;
}

interface LinkRecord extends Pick<PublicTrailLine, 'sequence' | 'kind' | 'id' | 'hash' | 'anonymous'> {
  readonly crowdfunding_id: CrowdfundingId;
  readonly donation_id: DonationId | null;
  readonly occurred_at: Date;
  readonly amount: string;
  readonly total: string;
  readonly previous: string | null;
  readonly nickname: string | null;
  readonly profile_name: string | null;
}

const toPublicTrailLine = (row: LinkRecord): PublicTrailLine => ({
  crowdfundingId: row.crowdfunding_id,
  sequence: row.sequence,
  kind: row.kind,
  id: row.id,
  donationId: row.donation_id,
  timestamp: row.occurred_at.toISOString(),
  amount: Number(row.amount),
  total: Number(row.total),
  previousHash: row.previous ?? TRAIL_START.hash,
  hash: row.hash,
  anonymous: row.anonymous,
  donor:
    row.kind === 'RELEASE' ? null : { profileName: row.profile_name ?? '', nickname: row.nickname ?? '' },
});

/** SQL for whether a donation is anonymous. Donations that are not projected yet are treated as anonymous. */
const IS_ANONYMOUS = `(link.kind <> 'RELEASE' AND coalesce(donation.anonymous, true))`;

const OLDEST_FIRST: RowOrder<TrailLink> = {
  name: 'coin-trail',
  kinds: ['integer'],
  start: [0],
  getKey: ({ sequence }) => [sequence],
};

async function getTrailEnd(db: Queryable, id: CrowdfundingId): Promise<TrailEnd> {
  const { rows } = await db.query<{ sequence: number; total: string; hash: string }>({
    name: 'coin-trail-end',
    text: `SELECT sequence, total, encode(hash, 'hex') AS hash FROM trail.links WHERE crowdfunding_id = $1
      ORDER BY sequence DESC LIMIT 1`,
    values: [id],
  });
  const lastLine = rows[0];
  return lastLine ? { ...lastLine, total: Number(lastLine.total) } : TRAIL_START;
}

/** Lists trail lines after a sequence number, in log order. Hidden donors are anonymous to non-staff. */
export async function listTrailLinks(
  db: Queryable,
  id: CrowdfundingId,
  after: number,
  limit: number,
  viewer: Viewer | null = null,
): Promise<readonly PublicTrailLine[]> {
  const { rows } = await db.query<LinkRecord>({
    name: 'coin-trail-links',
    text: `SELECT link.*, encode(link.hash, 'hex') AS hash, encode(before.hash, 'hex') AS previous,
        ${IS_ANONYMOUS} AS anonymous, ${selectDonorName('$4', IS_ANONYMOUS)}
      FROM trail.links link
      LEFT JOIN trail.links before
        ON before.crowdfunding_id = link.crowdfunding_id AND before.sequence = link.sequence - 1
      LEFT JOIN read.profiles profile ON profile.id = link.account_id
      LEFT JOIN read.donations donation ON donation.id = link.donation_id ${joinPublicName('$4')}
      WHERE link.crowdfunding_id = $1 AND link.sequence > $2 ORDER BY link.sequence LIMIT $3`,
    values: [id, after, limit, canSeeHidden(viewer)],
  });
  return rows.map(toPublicTrailLine);
}

/** Part of a trail: a page, or the lines after a sequence number. */
export type TrailPaging = Paging | { readonly after: number };

/** Returns a page of a trail, first line first. All pages cost the same, because lines are numbered. */
export async function getTrailPage(
  db: Queryable,
  viewer: Viewer | null,
  id: CrowdfundingId,
  paging: TrailPaging,
): Promise<TrailPage> {
  const { key, skip } =
    'after' in paging ? { key: [paging.after], skip: 0 } : toPageStart(OLDEST_FIRST, paging, TRAIL_PAGE_SIZE);
  const end = await getTrailEnd(db, id);
  const after = Math.min(Number(key[0]) + skip, end.sequence);
  const links = await listTrailLinks(db, id, after, TRAIL_PAGE_SIZE + 1, viewer);
  const visibleLinks = links.filter(({ sequence }) => sequence <= end.sequence);
  return { ...buildPage(OLDEST_FIRST, TRAIL_PAGE_SIZE, visibleLinks, (link) => link), end };
}

/** Returns the position of the newest journal entry of a campaign, or 0 when it has none. */
export const getNewestEntryPosition = (db: Queryable, id: CrowdfundingId): Promise<Position> =>
  queryNumber(db, {
    name: 'coin-trail-newest-entry',
    text: 'SELECT coalesce(max(position), 0) AS position FROM read.journal_entries WHERE crowdfunding_id = $1',
    values: [id],
  });

/** Returns the log position up to which all trails are chained. */
export const getTrailPosition = (db: Queryable): Promise<Position> =>
  queryNumber(db, { name: 'coin-trail-position', text: 'SELECT position FROM trail.progress' });

/** Returns the number of journal entries that are not chained yet. */
export const countUnchainedEntries = (db: Queryable): Promise<number> =>
  queryNumber(db, {
    name: 'trail-lag',
    text: `SELECT count(*) AS lag FROM read.journal_entries WHERE position > (SELECT position FROM trail.progress)`,
  });
