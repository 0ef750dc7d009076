import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { BaseRole, ProfilePicture, StaffRole } from './events.ts';

type AccountCommandOf<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly accountId: AccountId;
} & Data;

export type RegisterAccount = AccountCommandOf<
  'RegisterAccount',
  {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    readonly category: string | null;
  }
>;
export type ApproveOrganization = AccountCommandOf<'ApproveOrganization'>;
export type DeclineOrganization = AccountCommandOf<'DeclineOrganization'>;
export type ChangeProfileName = AccountCommandOf<'ChangeProfileName', { readonly profileName: string }>;
export type ChangeNickname = AccountCommandOf<'ChangeNickname', { readonly nickname: string }>;
/** An empty `bio` removes the bio. */
export type ChangeBio = AccountCommandOf<'ChangeBio', { readonly bio: string }>;
/** An empty `website` removes the website. */
export type ChangeWebsite = AccountCommandOf<'ChangeWebsite', { readonly website: string }>;
/** `picture` refers to a stored picture; null removes the current picture. */
export type ChangePicture = AccountCommandOf<'ChangePicture', { readonly picture: ProfilePicture | null }>;
/** Hides a profile's picture, bio and website from everybody except its owner and staff, or shows them again. */
export type TakeDownProfile = AccountCommandOf<
  'TakeDownProfile' | 'RestoreProfile',
  { readonly staffId: AccountId }
>;
export type DeactivateAccount = AccountCommandOf<'DeactivateAccount'>;
/**
 * With `until`, the ban is a suspension and ends automatically. With `cancelCrowdfundings`, all campaigns of the
 * account are cancelled as well.
 */
export type BanAccount = AccountCommandOf<
  'BanAccount',
  { readonly until?: Instant; readonly cancelCrowdfundings?: boolean }
>;
/** Warns an account as the result of a moderation case. */
export type WarnAccount = AccountCommandOf<'WarnAccount', { readonly caseId: Uuid }>;
/** Records that a suspension has ended. Has no effect if it has not ended yet. */
export type EndSuspension = AccountCommandOf<'EndSuspension', { readonly at: Instant }>;
export type ReactivateAccount = AccountCommandOf<'ReactivateAccount'>;
export type GrantStaffRole = AccountCommandOf<'GrantStaffRole', { readonly role: StaffRole }>;
export type RevokeStaffRole = AccountCommandOf<'RevokeStaffRole'>;
export type EraseAccount = AccountCommandOf<'EraseAccount'>;
/** Deactivates the account and schedules its erasure. */
export type ScheduleDeletion = AccountCommandOf<'ScheduleDeletion', { readonly eraseAt: Instant }>;
/** Reactivates the account if its erasure is scheduled. */
export type CancelDeletion = AccountCommandOf<'CancelDeletion'>;
/** Erases the account if its erasure is due. */
export type EraseScheduledAccount = AccountCommandOf<'EraseScheduledAccount', { readonly now: Instant }>;

export type AccountCommand =
  | RegisterAccount
  | ApproveOrganization
  | DeclineOrganization
  | ChangeProfileName
  | ChangeNickname
  | ChangeBio
  | ChangeWebsite
  | ChangePicture
  | TakeDownProfile
  | DeactivateAccount
  | BanAccount
  | EndSuspension
  | WarnAccount
  | ReactivateAccount
  | GrantStaffRole
  | RevokeStaffRole
  | EraseAccount
  | ScheduleDeletion
  | CancelDeletion
  | EraseScheduledAccount;
