import type { Coins } from '../kernel/coins.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';
import type { ProposalKind, PurchaseSource, RefundReason } from './events.ts';

type CommandOf<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly accountId: AccountId;
} & Data;

/** Credits a successful payment. Purchase limits do not apply, because the money has already arrived. */
export type PurchaseCoins = CommandOf<
  'PurchaseCoins',
  {
    readonly purchaseId: Uuid;
    readonly paymentId: PaymentId;
    readonly amount: Coins;
    readonly source: PurchaseSource;
  }
>;

/** Campaign that a donation is for, as read from its stream when the donation is made. */
export interface DonationTarget {
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly acceptsDonations: boolean;
}

export type DonateCoins = CommandOf<
  'DonateCoins',
  {
    readonly donationId: DonationId;
    readonly amount: number;
    readonly target: DonationTarget;
    readonly anonymous?: boolean;
  }
>;

/** Makes a donation that was planned with a purchase, unless it has already been refused. */
export type MakePlannedDonation = CommandOf<
  'MakePlannedDonation',
  Pick<DonateCoins, 'donationId' | 'amount' | 'target' | 'anonymous'>
>;

/** Records that a planned donation was refused, unless it has been made in the meantime. The refusal is final. */
export type RefusePlannedDonation = CommandOf<
  'RefusePlannedDonation',
  {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly code: string;
  }
>;

/** Refunds a donation, at most once. The amount is taken from the wallet's state. */
export type RefundDonation = CommandOf<
  'RefundDonation',
  { readonly refundId: Uuid; readonly donationId: DonationId; readonly reason: RefundReason }
>;

export type ReceiveCampaignFunds = CommandOf<
  'ReceiveCampaignFunds',
  { readonly releaseId: Uuid; readonly crowdfundingId: CrowdfundingId; readonly amount: Coins }
>;

/** Reason for a withdrawal: a refund by the provider, or a dispute opened by the buyer's bank. */
export type WithdrawalKind = 'refund' | 'chargeback';

/** Books money that the provider has withdrawn. `providerId` is the provider's id of the refund or dispute. */
export type WithdrawPurchase = CommandOf<
  'WithdrawPurchase',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly paymentId: PaymentId;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;

/** Books the return of money that the provider had withdrawn from a purchase. */
export type ReinstatePurchase = CommandOf<
  'ReinstatePurchase',
  { readonly reversalId: Uuid; readonly providerId: string }
>;

export type ProposeAdjustment = CommandOf<
  'ProposeAdjustment',
  {
    readonly adjustmentId: Uuid;
    readonly kind: ProposalKind;
    readonly amount: number;
    readonly staffId: AccountId;
  }
>;
export type ApproveAdjustment = CommandOf<
  'ApproveAdjustment',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;
export type DeclineAdjustment = CommandOf<
  'DeclineAdjustment',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;

export type AdjustmentCommand = ProposeAdjustment | ApproveAdjustment | DeclineAdjustment;

export type WalletCommand =
  | PurchaseCoins
  | DonateCoins
  | MakePlannedDonation
  | RefusePlannedDonation
  | RefundDonation
  | ReceiveCampaignFunds
  | WithdrawPurchase
  | ReinstatePurchase
  | AdjustmentCommand;
