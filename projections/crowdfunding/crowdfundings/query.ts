import { isActive } from '../../../common/account-state-sql.ts';
import type {
  Crowdfunding,
  CrowdfundingListState,
  CrowdfundingOrder,
} from '../../../contract/crowdfunding.ts';
import { toAvatarField } from '../../../domain/accounts/rules.ts';
import type { AccountId, CrowdfundingId } from '../../../domain/kernel/ids.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import { selectPublicName } from '../../accounts/profiles/names.ts';
import {
  buildPage,
  FIRST_ID,
  LAST_ID,
  MAX_INTEGER,
  orderByNewestId,
  orderByOldestId,
  type Page,
  type Paging,
  type RowOrder,
  toPageStart,
} from '../../paging.ts';
import { type PictureRow, toImage, toPictureReference } from '../../pictures.ts';
import {
  canSeeHidden,
  getViewerId,
  type PositionedRow,
  type Queryable,
  queryColumn,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';
import { isNotBlocked, isNotHidden } from '../../social-graph/hidden/query.ts';
import { escapePattern, splitWords } from '../../text-search.ts';

/** A row of `read.crowdfundings`, joined with its creator. */
interface CrowdfundingRecord
  extends PositionedRow,
    PictureRow,
    Pick<Crowdfunding, 'id' | 'title' | 'description' | 'status'> {
  readonly creator_id: AccountId;
  readonly goal_amount: string;
  readonly duration_days: number;
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
  readonly picture_hash: string | null;
  readonly creator_active: boolean;
}

/** Returns the amounts of a campaign. Refunds are subtracted from donations. */
const toAmounts = (row: CrowdfundingRecord) => ({
  currentAmount: Number(row.donated) - Number(row.refunded),
  numDonations: row.donations - row.refunds,
});

/** Maps a row to a campaign. */
export const toCrowdfunding = (row: CrowdfundingRecord): Crowdfunding => ({
  id: row.id,
  title: row.title,
  description: row.description,
  goalAmount: Number(row.goal_amount),
  durationDays: row.duration_days,
  status: row.status,
  createdDate: row.created_at.toISOString(),
  startDate: row.start_date?.toISOString() ?? null,
  endDate: row.end_date?.toISOString() ?? null,
  ...toAmounts(row),
  creator: {
    idProfile: row.creator_id,
    profileName: row.profile_name ?? '',
    nickname: row.nickname ?? '',
    ...toAvatarField(row.creator_id, row.picture_hash),
  },
  creatorActive: row.creator_active,
  image: toImage(toPictureReference(row)),
});

/**
 * Returns SQL for campaigns with their creators. Campaigns stay visible when their creator is hidden,
 * because they contain donors' coins. Hidden creators are then anonymous to non-staff.
 * @param isStaff SQL for whether the current user is staff, who see hidden accounts
 */
const selectCrowdfundings = (isStaff: string): string => `SELECT campaign.*, ${selectPublicName(isStaff)},
    coalesce(${isActive()}, false) AS creator_active, ${selectReadPosition('crowdfundings')}
  FROM read.crowdfundings campaign LEFT JOIN read.profiles profile ON profile.id = campaign.creator_id`;

const PAGE_SIZE = 20;

/**
 * Returns the row of a campaign, or null when it does not exist.
 * @param shouldIncludeHiddenName whether to include the name of a hidden creator
 */
export const findCrowdfundingRecord = async (
  db: Queryable,
  shouldIncludeHiddenName: boolean,
  id: CrowdfundingId,
): Promise<CrowdfundingRecord | null> => {
  const { rows } = await db.query<CrowdfundingRecord>({
    name: 'crowdfunding-by-id',
    text: `${selectCrowdfundings('$2')} WHERE campaign.id = $1`,
    values: [id, shouldIncludeHiddenName],
  });
  return rows[0] ?? null;
};

/** Finds a campaign by id, in any status, or null. The caller must check who is allowed to see it. */
export async function findCrowdfundingById(
  db: Queryable,
  viewer: Viewer | null,
  id: CrowdfundingId,
): Promise<Crowdfunding | null> {
  const row = await findCrowdfundingRecord(db, canSeeHidden(viewer), id);
  return row && toCrowdfunding(row);
}

/** Public state of a campaign. `creatorId` and `wasActive` determine who is allowed to see it. */
interface CrowdfundingProgress {
  readonly progress: Pick<Crowdfunding, 'id' | 'status' | 'currentAmount' | 'numDonations'> & {
    /** Read model position at which the state was read. */
    readonly position: number;
  };
  readonly creatorId: AccountId;
  readonly wasActive: boolean;
}

/** Lists the states of the given campaigns. Excludes pending ones. */
export async function loadCrowdfundingProgress(
  db: Queryable,
  ids: readonly CrowdfundingId[],
): Promise<readonly CrowdfundingProgress[]> {
  const { rows } = await db.query<CrowdfundingRecord>({
    name: 'crowdfunding-standings',
    text: `SELECT id, creator_id, status, started, donated, donations, refunded, refunds,
        ${selectReadPosition('crowdfundings')}
      FROM read.crowdfundings
      WHERE id = ANY($1::uuid[]) AND status <> 'PENDING'`,
    values: [ids],
  });
  return rows.map((row) => ({
    progress: {
      id: row.id,
      status: row.status,
      ...toAmounts(row),
      position: Number(row.read_position),
    },
    creatorId: row.creator_id,
    wasActive: row.started !== null,
  }));
}

/** Returns the picture reference of a campaign, or null when the campaign does not exist. */
export async function findCrowdfundingPicture(
  db: Queryable,
  id: CrowdfundingId,
): Promise<PictureReference | null> {
  const row = await findCrowdfundingRecord(db, false, id);
  return row && toPictureReference(row);
}

interface ListOrder {
  readonly order: RowOrder<CrowdfundingRecord>;
  /** SQL condition for rows after the sort key. The first value of the key is `$4`. */
  readonly after: string;
  readonly orderBy: string;
  /** SQL condition for active campaigns in this order. */
  readonly activeCondition?: string;
}

const ORDERS: Readonly<Record<CrowdfundingOrder, ListOrder>> = {
  newest: {
    order: {
      name: 'active-crowdfundings',
      kinds: ['integer'],
      start: [MAX_INTEGER],
      getKey: ({ started }) => [Number(started)],
    },
    after: 'campaign.started < $4',
    orderBy: 'campaign.started DESC',
  },
  ending: {
    order: {
      name: 'ending-crowdfundings',
      kinds: ['integer', 'id'],
      start: [0, FIRST_ID],
      getKey: ({ end_date, id }) => [end_date?.getTime() ?? 0, id],
    },
    after: `(campaign.end_date, campaign.id) > (timestamptz 'epoch' + $4 * interval '1 millisecond', $5::uuid)`,
    orderBy: 'campaign.end_date, campaign.id',
    activeCondition: 'campaign.end_date > now()',
  },
  supported: {
    order: {
      name: 'supported-crowdfundings',
      kinds: ['integer', 'id'],
      start: [MAX_INTEGER, LAST_ID],
      getKey: ({ donations, refunds, id }) => [donations - refunds, id],
    },
    after: '(campaign.donations - campaign.refunds, campaign.id) < ($4::bigint, $5::uuid)',
    orderBy: 'campaign.donations - campaign.refunds DESC, campaign.id DESC',
  },
};

interface CrowdfundingFilter {
  readonly state?: CrowdfundingListState | undefined;
  readonly sort?: CrowdfundingOrder | undefined;
  /** Words that must all occur in the title or description, in any order and case. */
  readonly text?: string | undefined;
}

/** SQL conditions by list state. Campaigns that were never active are not public. */
const STATE_CONDITIONS: Readonly<Record<CrowdfundingListState, string>> = {
  active: `campaign.status = 'ACTIVE'`,
  finished: `campaign.status IN ('CLOSED', 'CANCELLED') AND campaign.started IS NOT NULL`,
};

/**
 * Lists active or finished campaigns. Excludes those of accounts that the current user blocks or mutes,
 * or that block the current user.
 */
export async function listCrowdfundings(
  db: Queryable,
  viewer: Viewer | null,
  { state = 'active', sort = 'newest', text = '' }: CrowdfundingFilter,
  paging: Paging,
): Promise<Page<Crowdfunding>> {
  const { order, after, orderBy, activeCondition = 'true' } = ORDERS[sort];
  const { key, skip } = toPageStart(order, paging, PAGE_SIZE);
  const patterns = splitWords(text).map((word) => `%${escapePattern(word)}%`);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${selectCrowdfundings('$2')} WHERE ${STATE_CONDITIONS[state]} AND ${after}
        AND ${state === 'active' ? activeCondition : 'true'}
        AND ${isNotHidden('campaign.creator_id')}
        AND lower(campaign.title || ' ' || campaign.description) LIKE ALL ($${4 + key.length}::text[])
      ORDER BY ${orderBy} LIMIT ${PAGE_SIZE + 1} OFFSET $3`,
    values: [getViewerId(viewer), canSeeHidden(viewer), skip, ...key, patterns],
  });
  return buildPage(order, PAGE_SIZE, rows, toCrowdfunding);
}

/**
 * SQL condition for campaigns that the current user `$1` sees in lists and searches: active and finished ones,
 * except those of accounts that the current user blocks or mutes, or that block the current user.
 */
export const IS_LISTED_CROWDFUNDING = `campaign.started IS NOT NULL AND ${isNotHidden('campaign.creator_id')}`;

/** Lists the given campaigns that the current user sees in lists, in any order. */
export async function listCrowdfundingsByIds(
  db: Queryable,
  viewer: Viewer | null,
  ids: readonly CrowdfundingId[],
): Promise<readonly Crowdfunding[]> {
  const { rows } = await db.query<CrowdfundingRecord>({
    name: 'crowdfundings-by-ids',
    text: `${selectCrowdfundings('$2')} WHERE campaign.id = ANY ($3::uuid[]) AND ${IS_LISTED_CROWDFUNDING}`,
    values: [getViewerId(viewer), canSeeHidden(viewer), ids],
  });
  return rows.map(toCrowdfunding);
}

const PENDING_ORDER = orderByOldestId('pending-crowdfundings');

/** Lists campaigns that await staff approval, oldest first. */
export async function listPendingCrowdfundings(db: Queryable, paging: Paging): Promise<Page<Crowdfunding>> {
  const { key, skip } = toPageStart(PENDING_ORDER, paging, PAGE_SIZE);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${selectCrowdfundings('true')} WHERE campaign.status = 'PENDING' AND campaign.id > $1
      ORDER BY campaign.id LIMIT ${PAGE_SIZE + 1} OFFSET $2`,
    values: [...key, skip],
  });
  return buildPage(PENDING_ORDER, PAGE_SIZE, rows, toCrowdfunding);
}

const CREATOR_ORDER = orderByNewestId('profile-crowdfundings');

/**
 * Lists the campaigns of an account, newest first. Unless `shouldIncludeAll` is true, lists only active and
 * closed ones, and the page is empty if the current user or the account blocks the other.
 * @param shouldIncludeAll whether to include every status, for the creator and staff
 */
export async function listCreatorCrowdfundings(
  db: Queryable,
  viewer: Viewer | null,
  creatorId: AccountId,
  shouldIncludeAll: boolean,
  paging: Paging,
): Promise<Page<Crowdfunding>> {
  const { key, skip } = toPageStart(CREATOR_ORDER, paging, PAGE_SIZE);
  const { rows } = await db.query<CrowdfundingRecord>({
    text: `${selectCrowdfundings('$4')} WHERE campaign.creator_id = $2 AND campaign.id < $3 AND ($4 OR campaign.status IN ('ACTIVE', 'CLOSED')
          AND ${isNotBlocked('campaign.creator_id')})
      ORDER BY campaign.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $5`,
    values: [getViewerId(viewer), creatorId, ...key, shouldIncludeAll, skip],
  });
  return buildPage(CREATOR_ORDER, PAGE_SIZE, rows, toCrowdfunding);
}

/** Lists the ids of the newest campaigns that are or were active. */
export const listPublicCrowdfundingIds = (db: Queryable, limit: number) =>
  queryColumn<CrowdfundingId>(db, {
    text: 'SELECT id FROM read.crowdfundings WHERE start_date IS NOT NULL ORDER BY id DESC LIMIT $1',
    values: [limit],
  });
