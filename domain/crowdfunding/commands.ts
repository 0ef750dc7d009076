import type { AccountId, CrowdfundingId, Instant } from '../kernel/ids.ts';
import type { CrowdfundingForm } from './rules.ts';

type Of<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly crowdfundingId: CrowdfundingId;
} & Data;

/** Whether the creator's role allows it is the policy's business. `imageHash` is the picture's SHA-256. */
export type CreateCrowdfunding = Of<
  'CreateCrowdfunding',
  CrowdfundingForm & { readonly creatorId: AccountId; readonly imageHash: string }
>;
/** Sent by the member of staff `staffId`, whose role the policy has checked. The duration starts at `at`. */
export type ApproveCrowdfunding = Of<
  'ApproveCrowdfunding',
  { readonly staffId: AccountId; readonly at: Instant }
>;
/** Sent by the member of staff `staffId`, whose role the policy has checked. */
export type DeclineCrowdfunding = Of<'DeclineCrowdfunding', { readonly staffId: AccountId }>;
/** `accountId` is who asks: only the creator may. */
export type CancelCrowdfunding = Of<'CancelCrowdfunding', { readonly accountId: AccountId }>;
/** Sent by a member of staff, whose role the policy has checked. */
export type CancelCrowdfundingAsStaff = Of<'CancelCrowdfundingAsStaff'>;
/** Sent by the system after staff ordered the cancellation with the ban of the creator. */
export type CancelCrowdfundingOfBanned = Of<'CancelCrowdfundingOfBanned'>;
/** `accountId` is who asks: only the creator may. */
export type CloseCrowdfunding = Of<'CloseCrowdfunding', { readonly accountId: AccountId }>;
/** By the system: notifies the creator that the time is over, and when the donations are refunded. */
export type AnnounceExpiry = Of<'AnnounceExpiry', { readonly at: Instant }>;
/** By the system, once the time has come. */
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
