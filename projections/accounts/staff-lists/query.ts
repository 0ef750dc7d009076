import { isInactive } from '../../../common/account-state-sql.ts';
import type { AwaitingOrganization, DeactivatedProfile } from '../../../contract/moderation.ts';
import type { Profile } from '../../../contract/shapes.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import {
  buildPage,
  orderByNewestId,
  orderByOldestId,
  type Page,
  type Paging,
  toPageStart,
} from '../../paging.ts';
import type { PositionedRow, Queryable, Viewer } from '../../queryable.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../profiles/names.ts';
import {
  PROFILE_POSITION,
  type ProfileRecord,
  selectProfiles,
  toClosedState,
  toProfile,
} from '../profiles/query.ts';

const OLDEST_FIRST = orderByOldestId('awaiting');
const PAGE_SIZE = 20;

/** Lists organizations that await approval, oldest first. Only for staff. */
export async function listAwaitingOrganizations(
  db: Queryable,
  viewer: Viewer,
  paging: Paging,
): Promise<Page<Profile & Pick<AwaitingOrganization, 'category'>>> {
  const { key, skip } = toPageStart(OLDEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<ProfileRecord>({
    text: `${selectProfiles('true')} WHERE profile.state = 'NOT_APPROVED' AND profile.id > $2
      ORDER BY profile.id LIMIT ${PAGE_SIZE + 1} OFFSET $3`,
    values: [viewer.id, ...key, skip],
  });
  return buildPage(OLDEST_FIRST, PAGE_SIZE, rows, (row) => ({
    ...toProfile(row),
    category: row.category ?? '',
  }));
}

type DeactivatedRecord = SummaryRow &
  PositionedRow &
  Pick<DeactivatedProfile, 'id' | 'state'> & { followed: boolean; suspended_until: Date | null };

const toDeactivatedProfile = (row: DeactivatedRecord): DeactivatedProfile => ({
  ...toProfileSummary(row.id, row),
  isItFollowed: row.followed,
  ...toClosedState(row.state, row.suspended_until),
});

const NEWEST_FIRST = orderByNewestId('deactivated');

/**
 * Lists deactivated and banned profiles whose nickname contains a text, newest account first. Excludes erased
 * profiles. Only for staff.
 */
export async function searchDeactivatedProfiles(
  db: Queryable,
  viewer: Viewer,
  nickname: string,
  paging: Paging,
): Promise<Page<DeactivatedProfile>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<DeactivatedRecord>({
    text: `SELECT profile.id, ${SUMMARY_COLUMNS}, profile.state, profile.suspended_until,
        EXISTS (SELECT FROM read.follows f WHERE f.follower_id = $1 AND f.followee_id = profile.id) AS followed,
        ${PROFILE_POSITION}
      FROM read.profiles profile
      WHERE profile.state IN ('INACTIVE', 'BANNED') AND ${isInactive()} AND profile.id < $2
        AND profile.nickname_key <> '' AND strpos(profile.nickname_key, $3) > 0
      ORDER BY profile.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $4`,
    values: [viewer.id, ...key, foldCase(nickname), skip],
  });
  return buildPage(NEWEST_FIRST, PAGE_SIZE, rows, toDeactivatedProfile);
}
