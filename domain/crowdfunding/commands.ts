import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { PictureReference } from '../kernel/picture.ts';
import type { CrowdfundingForm } from './rules.ts';

type CommandOf<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly crowdfundingId: CrowdfundingId;
} & Data;

/** The policy has already checked the creator's role. */
export type CreateCrowdfunding = CommandOf<
  'CreateCrowdfunding',
  CrowdfundingForm & PictureReference & { readonly creatorId: AccountId }
>;
/** Sent by `staffId`, whose role the policy has already checked. The campaign's duration starts at `at`. */
export type ApproveCrowdfunding = CommandOf<
  'ApproveCrowdfunding',
  { readonly staffId: AccountId; readonly at: Instant }
>;
/** Sent by `staffId`, whose role the policy has already checked. */
export type DeclineCrowdfunding = CommandOf<'DeclineCrowdfunding', { readonly staffId: AccountId }>;
/** Sent by `accountId`, who must be the creator. */
export type CancelCrowdfunding = CommandOf<'CancelCrowdfunding', { readonly accountId: AccountId }>;
/** Sent by a staff member, whose role the policy has already checked. */
export type CancelCrowdfundingAsStaff = CommandOf<'CancelCrowdfundingAsStaff'>;
/** Sent by the system after staff ordered the cancellation of a banned creator's campaigns. */
export type CancelCrowdfundingForBan = CommandOf<'CancelCrowdfundingOfBanned'>;
/** Sent by `accountId`, who must be the creator. */
export type CloseCrowdfunding = CommandOf<'CloseCrowdfunding', { readonly accountId: AccountId }>;
/** Sent by the system after the end date. Notifies the creator about the date of the automatic refund. */
export type AnnounceExpiry = CommandOf<'AnnounceExpiry', { readonly at: Instant }>;
/** Sent by the system when the campaign expires. */
export type ExpireCrowdfunding = CommandOf<'ExpireCrowdfunding', { readonly at: Instant }>;

export type CrowdfundingCommand =
  | CreateCrowdfunding
  | ApproveCrowdfunding
  | DeclineCrowdfunding
  | CancelCrowdfunding
  | CancelCrowdfundingAsStaff
  | CancelCrowdfundingForBan
  | CloseCrowdfunding
  | AnnounceExpiry
  | ExpireCrowdfunding;
