import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { AccountId, CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { publicName } from '../../accounts/profiles/query.ts';
import {
  FIRST_ID,
  LAST_ID,
  LAST_WHOLE,
  type Order,
  type Page,
  type Paging,
  pageOf,
  startOf,
} from '../../paging.ts';
import { canSeeHidden, type Queryable, type Viewer, viewerId } from '../../queryable.ts';
import { met, notBlocked } from '../../social-graph/hidden/query.ts';

/** A row of `read.crowdfundings`, joined with its creator. */
export interface CrowdfundingRecord {
  readonly id: CrowdfundingId;
  readonly creator_id: AccountId;
  readonly title: string;
  readonly description: string;
  readonly goal_amount: string;
  readonly duration_days: number;
  readonly image_hash: string;
  readonly status: Crowdfunding['status'];
  readonly created_at: Date;
  readonly start_date: Date | null;
  readonly end_date: Date | null;
  readonly started: string | null;
  readonly donated: string;
  readonly donations: number;
  readonly refunded: string;
  readonly refunds: number;
  readonly released: string;
  readonly nickname: string | null;
  readonly profile_name: string | null;
  readonly creator_active: boolean;
}

/** Donations less refunds. */
const amountsOf = (row: CrowdfundingRecord) => ({
  currentAmount: Number(row.donated) - Number(row.refunded),
  numDonations: row.donations - row.refunds,
});

/** Maps a row to a crowdfunding. */
export const crowdfundingOf = (row: CrowdfundingRecord): Crowdfunding => ({
  id: row.id,
  title: row.title,
  description: row.description,
  goalAmount: Number(row.goal_amount),
  durationDays: row.duration_days,
  status: row.status,
  createdDate: row.created_at.toISOString(),
  startDate: row.start_date?.toISOString() ?? null,
  endDate: row.end_date?.toISOString() ?? null,
  ...amountsOf(row),
  creator: {
    idProfile: row.creator_id,
    profileName: row.profile_name ?? '',
    nickname: row.nickname ?? '',
  },
  creatorActive: row.creator_active,
});

/**
 * SQL for crowdfundings with their creators. They stay visible when their creator is hidden, because they
 * contain donors' coins; hidden creators are then anonymous to non-staff.
 * @param hidden SQL for whether the reader sees hidden accounts
 */
const campaigns = (hidden: string): string => `SELECT campaign.*, ${publicName(hidden)},
    coalesce(profile.state = 'ACTIVE', false) AS creator_active
  FROM read.crowdfundings campaign LEFT JOIN read.profiles profile ON profile.id = campaign.creator_id`;

const LIST_SIZE = 20;

/**
 * The row of a crowdfunding; null when there is none.
 * @param named whether a hidden creator is named
 */
export const crowdfundingRecord = async (
  db: Queryable,
  named: boolean,
  id: CrowdfundingId,
): Promise<CrowdfundingRecord | null> => {
  const { rows } = await db.query<CrowdfundingRecord>({
    name: 'crowdfunding-by-id',
    text: `${campaigns('$2')} WHERE campaign.id = $1`,
    values: [id, named],
  });
  return rows[0] ?? null;
};

/** A crowdfunding in any status; null when there is none. The caller checks who may see it. */
export async function crowdfundingById(
  db: Queryable,
  viewer: Viewer | null,
  id: CrowdfundingId,
): Promise<Crowdfunding | null> {
  const row = await crowdfundingRecord(db, canSeeHidden(viewer), id);
  return row && crowdfundingOf(row);
}

/**
 * Public state of a crowdfunding. `creatorId` and `begun`, whether it was ever active, determine who may see
 * it.
 */
export interface DecidedCrowdfunding {
  readonly standing: Pick<Crowdfunding, 'id' | 'status' | 'currentAmount' | 'numDonations'>;
  readonly creatorId: AccountId;
  readonly begun: boolean;
}

/** States of those of the crowdfundings that are not pending. */
export async function standingsOf(
  db: Queryable,
  ids: readonly CrowdfundingId[],
): Promise<readonly DecidedCrowdfunding[]> {
  const { rows } = await db.query<CrowdfundingRecord>({
    name: 'crowdfunding-standings',
    text: `SELECT id, creator_id, status, started, donated, donations, refunded, refunds FROM read.crowdfundings
      WHERE id = ANY($1::uuid[]) AND status <> 'PENDING'`,
    values: [ids],
  });
  return rows.map((row) => ({
    standing: { id: row.id, status: row.status, ...amountsOf(row) },
    creatorId: row.creator_id,
    begun: row.started !== null,
  }));
}

/** Hash of a crowdfunding's picture; null when there is no such crowdfunding. */
export const crowdfundingPictureHash = async (db: Queryable, id: CrowdfundingId): Promise<string | null> =>
  (await crowdfundingRecord(db, false, id))?.image_hash ?? null;

const ACTIVE: Order = { name: 'active-crowdfundings', kinds: ['whole'], start: [LAST_WHOLE] };

/**
 * Active crowdfundings, most recently started first, without those of accounts that the reader blocks or
 * mutes, or that block the reader.
 */
export async function activeCrowdfundings(
  db: Queryable,
  viewer: Viewer | null,
  paging: Paging,
): Promise<Page<Crowdfunding>> {
  const { key, skip } = startOf(ACTIVE, paging, LIST_SIZE);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${campaigns('$4')} WHERE campaign.status = 'ACTIVE' AND campaign.started < $2
        AND ${met('campaign.creator_id')}
      ORDER BY campaign.started DESC LIMIT ${LIST_SIZE + 1} OFFSET $3`,
    values: [viewerId(viewer), ...key, skip, canSeeHidden(viewer)],
  });
  return pageOf(ACTIVE, LIST_SIZE, rows, (row) => [Number(row.started)], crowdfundingOf);
}

const PENDING: Order = { name: 'pending-crowdfundings', kinds: ['id'], start: [FIRST_ID] };

/** Crowdfundings that await approval by staff, oldest first. */
export async function pendingCrowdfundings(db: Queryable, paging: Paging): Promise<Page<Crowdfunding>> {
  const { key, skip } = startOf(PENDING, paging, LIST_SIZE);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${campaigns('true')} WHERE campaign.status = 'PENDING' AND campaign.id > $1
      ORDER BY campaign.id LIMIT ${LIST_SIZE + 1} OFFSET $2`,
    values: [...key, skip],
  });
  return pageOf(PENDING, LIST_SIZE, rows, (row) => [row.id], crowdfundingOf);
}

const OF_CREATOR: Order = { name: 'profile-crowdfundings', kinds: ['id'], start: [LAST_ID] };

/**
 * Crowdfundings of an account, newest first. By default only active and closed ones, and none if one side
 * blocks the other.
 * @param all whether to include every status; for the creator and staff
 */
export async function crowdfundingsOf(
  db: Queryable,
  viewer: Viewer | null,
  creatorId: AccountId,
  all: boolean,
  paging: Paging,
): Promise<Page<Crowdfunding>> {
  const { key, skip } = startOf(OF_CREATOR, paging, LIST_SIZE);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${campaigns('$4')} WHERE campaign.creator_id = $2 AND campaign.id < $3 AND ($4 OR campaign.status IN ('ACTIVE', 'CLOSED')
          AND ${notBlocked('campaign.creator_id')})
      ORDER BY campaign.id DESC LIMIT ${LIST_SIZE + 1} OFFSET $5`,
    values: [viewerId(viewer), creatorId, ...key, all, skip],
  });
  return pageOf(OF_CREATOR, LIST_SIZE, rows, (row) => [row.id], crowdfundingOf);
}
