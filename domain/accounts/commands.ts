import type { AccountId } from '../kernel/ids.ts';
import type { BaseRole, StaffRole } from './events.ts';

type Of<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly accountId: AccountId;
} & Data;

export type RegisterAccount = Of<
  'RegisterAccount',
  {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    readonly category: string | null;
  }
>;
export type ApproveOrganization = Of<'ApproveOrganization'>;
export type DeclineOrganization = Of<'DeclineOrganization'>;
export type ChangeProfileName = Of<'ChangeProfileName', { readonly profileName: string }>;
export type ChangeNickname = Of<'ChangeNickname', { readonly nickname: string }>;
export type DeactivateAccount = Of<'DeactivateAccount'>;
/** With `cancelCrowdfundings`, all campaigns of the account are cancelled as well. */
export type BanAccount = Of<'BanAccount', { readonly cancelCrowdfundings?: boolean }>;
export type ReactivateAccount = Of<'ReactivateAccount'>;
export type GrantStaffRole = Of<'GrantStaffRole', { readonly role: StaffRole }>;
export type RevokeStaffRole = Of<'RevokeStaffRole'>;
export type EraseAccount = Of<'EraseAccount'>;

export type AccountCommand =
  | RegisterAccount
  | ApproveOrganization
  | DeclineOrganization
  | ChangeProfileName
  | ChangeNickname
  | DeactivateAccount
  | BanAccount
  | ReactivateAccount
  | GrantStaffRole
  | RevokeStaffRole
  | EraseAccount;
