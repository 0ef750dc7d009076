import { isActive } from '../../../common/account-state-sql.ts';
import type { ProfileSummary } from '../../../contract/shapes.ts';
import type { Role } from '../../../domain/accounts/events.ts';
import { toAvatarField } from '../../../domain/accounts/rules.ts';
import type { AccountId } from '../../../domain/kernel/ids.ts';
import { ANONYMOUS_NAME } from '../../../domain/wallet/rules.ts';

/** SQL for the picture hash of `profile`; null if there is no picture or it is hidden. */
export const PICTURE_HASH = `CASE WHEN profile.taken_down_at IS NULL AND ${isActive()} THEN profile.picture_hash END`;

/** Columns of `read.profiles` that a profile summary needs; the table alias is `profile`. */
export const SUMMARY_COLUMNS = `profile.nickname, profile.profile_name, profile.role, profile.approved,
  ${PICTURE_HASH} AS picture_hash`;

/** A row with the profile summary columns. */
export interface SummaryRow {
  readonly nickname: string;
  readonly profile_name: string;
  readonly role: Role;
  /** Null if the account has no profile. The other columns are then null as well. */
  readonly approved: boolean | null;
  readonly picture_hash: string | null;
}

/** Maps a row to a profile summary. */
export const toProfileSummary = (id: AccountId, row: SummaryRow): ProfileSummary => ({
  id,
  idProfile: id,
  nickname: row.nickname,
  profileName: row.profile_name,
  role: row.role,
  ...(row.approved === false && { approved: false }),
  ...toAvatarField(id, row.picture_hash),
});

/** Profile name of an account that is hidden from the reader. */
export const HIDDEN_NAME = 'Hidden account';

/**
 * Returns SQL for the author names next to content that stays visible when its author is hidden or erased.
 * Hidden accounts are anonymous to non-staff. Erased accounts have no nickname and a fixed profile name.
 * @param isStaff SQL for whether the current user is staff, who see hidden accounts
 */
export const selectPublicName = (isStaff: string): string => `
  ${PICTURE_HASH} AS picture_hash,
  CASE WHEN ${isActive()} OR ${isStaff} THEN profile.nickname ELSE '' END AS nickname,
  CASE WHEN ${isActive()} OR profile.nickname = '' OR ${isStaff}
    THEN profile.profile_name ELSE '${HIDDEN_NAME}' END AS profile_name`;

/**
 * Returns SQL for the names and picture of a donor. Hides the same accounts as `selectPublicName`. Only staff
 * see the names of anonymous donors, and nobody sees their pictures.
 * @param isAnonymous SQL for whether the donation is anonymous
 */
export const selectDonorName = (isStaff: string, isAnonymous: string): string => `
  CASE WHEN NOT ${isAnonymous} THEN named.picture_hash END AS picture_hash,
  CASE WHEN ${isAnonymous} AND NOT ${isStaff} THEN '' ELSE named.nickname END AS nickname,
  CASE WHEN ${isAnonymous} AND NOT ${isStaff} THEN '${ANONYMOUS_NAME}' ELSE named.profile_name END AS profile_name`;

/** Returns SQL that joins the public names of donors as `named`, for `selectDonorName`. */
export const joinPublicName = (isStaff: string): string => `
  CROSS JOIN LATERAL (SELECT ${selectPublicName(isStaff)}) named`;
