import type { Coins } from '../kernel/coins.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';
import type { ProposalKind, PurchaseSource, RefundReason } from './events.ts';

type Of<Type extends string, Data extends object = object> = {
  readonly type: Type;
  readonly accountId: AccountId;
} & Data;

/** Credits a payment that has succeeded. It is never refused for its amount: the money is there. */
export type PurchaseCoins = Of<
  'PurchaseCoins',
  {
    readonly purchaseId: Uuid;
    readonly paymentId: PaymentId;
    readonly amount: Coins;
    readonly source: PurchaseSource;
  }
>;

/** What the campaign's own stream says of it at the moment of the donation. */
export interface DonationTarget {
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly acceptsDonations: boolean;
}

export type DonateCoins = Of<
  'DonateCoins',
  { readonly donationId: DonationId; readonly amount: number; readonly target: DonationTarget }
>;

/** Gives a donation back. The wallet itself knows how much it was, and that it is given back once. */
export type RefundDonation = Of<
  'RefundDonation',
  { readonly refundId: Uuid; readonly donationId: DonationId; readonly reason: RefundReason }
>;

export type ReceiveCampaignFunds = Of<
  'ReceiveCampaignFunds',
  { readonly releaseId: Uuid; readonly crowdfundingId: CrowdfundingId; readonly amount: Coins }
>;

/** How a provider takes money of a purchase back: by its refund, or because the buyer's bank disputed the payment. */
export type WithdrawalKind = 'refund' | 'chargeback';

/** Books money that the provider has taken back. `providerId` is the provider's id of the refund or dispute. */
export type WithdrawPurchase = Of<
  'WithdrawPurchase',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly paymentId: PaymentId;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;

/** Books that the provider has that money again. */
export type ReinstatePurchase = Of<
  'ReinstatePurchase',
  { readonly reversalId: Uuid; readonly providerId: string }
>;

export type ProposeAdjustment = Of<
  'ProposeAdjustment',
  {
    readonly adjustmentId: Uuid;
    readonly kind: ProposalKind;
    readonly amount: number;
    readonly staffId: AccountId;
  }
>;
export type ApproveAdjustment = Of<
  'ApproveAdjustment',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;
export type DeclineAdjustment = Of<
  'DeclineAdjustment',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;

export type AdjustmentCommand = ProposeAdjustment | ApproveAdjustment | DeclineAdjustment;

export type WalletCommand =
  | PurchaseCoins
  | DonateCoins
  | RefundDonation
  | ReceiveCampaignFunds
  | WithdrawPurchase
  | ReinstatePurchase
  | AdjustmentCommand;
