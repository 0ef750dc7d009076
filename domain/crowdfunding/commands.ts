import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { CrowdfundingForm } from './rules.ts';

type Of<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly crowdfundingId: CrowdfundingId;
} & Data;

/** The policy has checked the creator's role. `imageHash` is the picture's SHA-256. */
export type CreateCrowdfunding = Of<
  'CreateCrowdfunding',
  CrowdfundingForm & { readonly creatorId: AccountId; readonly imageHash: string }
>;
/** Sent by the staff member `staffId`, whose role the policy has checked. The duration starts at `at`. */
export type ApproveCrowdfunding = Of<
  'ApproveCrowdfunding',
  { readonly staffId: AccountId; readonly at: Instant }
>;
/** Sent by the staff member `staffId`, whose role the policy has checked. */
export type DeclineCrowdfunding = Of<'DeclineCrowdfunding', { readonly staffId: AccountId }>;
/** Sent by `accountId`; only the creator is permitted. */
export type CancelCrowdfunding = Of<'CancelCrowdfunding', { readonly accountId: AccountId }>;
/** Sent by a staff member, whose role the policy has checked. */
export type CancelCrowdfundingAsStaff = Of<'CancelCrowdfundingAsStaff'>;
/** Sent by the system after staff ordered the cancellation with the ban of the creator. */
export type CancelCrowdfundingOfBanned = Of<'CancelCrowdfundingOfBanned'>;
/** Sent by `accountId`; only the creator is permitted. */
export type CloseCrowdfunding = Of<'CloseCrowdfunding', { readonly accountId: AccountId }>;
/** Sent by the system after the end date. Notifies the creator of the date of the refunds. */
export type AnnounceExpiry = Of<'AnnounceExpiry', { readonly at: Instant }>;
/** Sent by the system when the campaign expires. */
export type ExpireCrowdfunding = Of<'ExpireCrowdfunding', { readonly at: Instant }>;

export type CrowdfundingCommand =
  | CreateCrowdfunding
  | ApproveCrowdfunding
  | DeclineCrowdfunding
  | CancelCrowdfunding
  | CancelCrowdfundingAsStaff
  | CancelCrowdfundingOfBanned
  | CloseCrowdfunding
  | AnnounceExpiry
  | ExpireCrowdfunding;
