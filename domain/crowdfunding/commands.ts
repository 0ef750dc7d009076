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
/** By staff, which is the policy's business. The duration starts at `at`. */
export type ApproveCrowdfunding = Of<'ApproveCrowdfunding', { readonly at: Instant }>;
/** By staff, as well. */
export type DeclineCrowdfunding = Of<'DeclineCrowdfunding'>;
/** `accountId` is who asks: only the creator may. */
export type CancelCrowdfunding = Of<'CancelCrowdfunding', { readonly accountId: AccountId }>;
/** `accountId` is who asks: only the creator may. */
export type CloseCrowdfunding = Of<'CloseCrowdfunding', { readonly accountId: AccountId }>;
/** By the system, once the time has come. */
export type ExpireCrowdfunding = Of<'ExpireCrowdfunding', { readonly at: Instant }>;

export type CrowdfundingCommand =
  | CreateCrowdfunding
  | ApproveCrowdfunding
  | DeclineCrowdfunding
  | CancelCrowdfunding
  | CloseCrowdfunding
  | ExpireCrowdfunding;
