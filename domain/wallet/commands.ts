import type { Coins } from '../kernel/coins.ts';
import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';
import type { ProposalKind, PurchaseSource, RefundReason } from './events.ts';

/** Campaign that a donation is for, as read from its stream when the donation is made. */
export interface DonationTarget {
  readonly crowdfundingId: CrowdfundingId;
  readonly creatorId: AccountId;
  readonly acceptsDonations: boolean;
}

/** Reason for a withdrawal: a refund by the provider, or a dispute opened by the buyer's bank. */
export type WithdrawalKind = 'refund' | 'chargeback';

type DonationFields = {
  readonly donationId: DonationId;
  readonly amount: number;
  readonly target: DonationTarget;
  readonly anonymous?: boolean;
};

/** Fields of the wallet commands, in addition to the account id. */
interface WalletCommandFields {
  /** Credits a successful payment. Purchase limits do not apply, because the money has already arrived. */
  readonly PurchaseCoins: {
    readonly purchaseId: Uuid;
    readonly paymentId: PaymentId;
    readonly amount: Coins;
    readonly source: PurchaseSource;
  };
  readonly DonateCoins: DonationFields;
  /** Makes a donation that was planned with a purchase, unless it has already been refused. */
  readonly MakePlannedDonation: DonationFields;
  /** Records that a planned donation was refused, unless it has been made in the meantime. The refusal is final. */
  readonly RefusePlannedDonation: {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly code: string;
  };
  /** Refunds a donation, at most once. The amount is taken from the wallet's state. */
  readonly RefundDonation: {
    readonly refundId: Uuid;
    readonly donationId: DonationId;
    readonly reason: RefundReason;
  };
  readonly ReceiveCampaignFunds: {
    readonly releaseId: Uuid;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
  };
  /** Books money that the provider has withdrawn. `providerId` is the provider's id of the refund or dispute. */
  readonly WithdrawPurchase: {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly paymentId: PaymentId;
    readonly providerId: string;
    readonly amount: Coins;
  };
  /** Books the return of money that the provider had withdrawn from a purchase. */
  readonly ReinstatePurchase: { readonly reversalId: Uuid; readonly providerId: string };
}

/** Fields of the commands about balance and debt adjustments, in addition to the account id. */
interface AdjustmentCommandFields {
  readonly ProposeAdjustment: {
    readonly adjustmentId: Uuid;
    readonly kind: ProposalKind;
    readonly amount: number;
    readonly staffId: AccountId;
  };
  readonly ApproveAdjustment: { readonly adjustmentId: Uuid; readonly staffId: AccountId };
  readonly DeclineAdjustment: { readonly adjustmentId: Uuid; readonly staffId: AccountId };
}

/** A command that proposes, approves or declines an adjustment of a wallet. */
export type AdjustmentCommand = CommandsOf<AdjustmentCommandFields, { readonly accountId: AccountId }>;

/** A command to a wallet stream. */
export type WalletCommand =
  | CommandsOf<WalletCommandFields, { readonly accountId: AccountId }>
  | AdjustmentCommand;
