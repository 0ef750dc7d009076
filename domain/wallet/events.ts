import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';

type Of<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

/** Coins added to a wallet. `repaid` is the part that reduces debt; the rest increases the balance. */
type Credit = { readonly amount: Coins; readonly repaid: Coins };
/** Coins withdrawn by the provider. `owed` is the part that exceeds the balance and becomes debt. */
type ProviderDebit = { readonly amount: Coins; readonly owed: Coins };

/** Ledger account that is debited for a purchase; `suspense` if the owner of the payment was unknown. */
export type PurchaseSource = 'clearing' | 'suspense';

/** Reason of a refund: the campaign was cancelled or expired, or the donation was made after its end. */
export type RefundReason = 'cancelled' | 'expired' | 'late';

/** Direction of a balance adjustment by staff. */
export type AdjustmentDirection = 'CREDIT' | 'DEBIT';

/** Kind of an adjustment: a change of the balance, or a write-off of debt. */
export type ProposalKind = AdjustmentDirection | 'WRITE_OFF';

/** A card payment was credited as coins. */
export type CoinsPurchased = Of<
  'CoinsPurchased',
  { readonly purchaseId: Uuid; readonly paymentId: PaymentId; readonly source: PurchaseSource } & Credit
>;
/** Coins moved from the wallet to the escrow of a campaign. `creatorId` is missing in old events. */
export type CoinsDonated = Of<
  'CoinsDonated',
  {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly creatorId?: AccountId;
  }
>;
/** A whole donation was returned from escrow. */
export type DonationRefunded = Of<
  'DonationRefunded',
  {
    readonly refundId: Uuid;
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly reason: RefundReason;
  } & Credit
>;
/** The creator of a closed campaign received its total. */
export type CampaignFundsReceived = Of<
  'CampaignFundsReceived',
  { readonly releaseId: Uuid; readonly crowdfundingId: CrowdfundingId } & Credit
>;
/** The provider refunded money of a purchase to the card. */
export type PurchaseRefunded = Of<
  'PurchaseRefunded',
  {
    readonly withdrawalId: Uuid;
    readonly paymentId: PaymentId;
    readonly providerId: string;
  } & ProviderDebit
>;
/** The buyer's bank withdrew money of a purchase in a dispute. */
export type PurchaseChargedBack = Of<
  'PurchaseChargedBack',
  {
    readonly withdrawalId: Uuid;
    readonly paymentId: PaymentId;
    readonly providerId: string;
  } & ProviderDebit
>;

/**
 * Withdrawn money returned to the provider. It first pays debt of the account (`repaid`), then the part of
 * this withdrawal that was written off (`recovered`); the rest is added to the balance.
 */
type Reinstatement = {
  readonly reversalId: Uuid;
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly providerId: string;
  readonly recovered: Coins;
} & Credit;

/** A refund to the card failed. */
export type PurchaseRefundReversed = Of<'PurchaseRefundReversed', Reinstatement>;
/** A dispute was won. */
export type ChargebackReversed = Of<'ChargebackReversed', Reinstatement>;

/** A staff member proposed a balance adjustment or a write-off. */
export type AdjustmentProposed = Of<
  'AdjustmentProposed',
  {
    readonly adjustmentId: Uuid;
    readonly kind: ProposalKind;
    readonly amount: Coins;
    readonly proposedBy: AccountId;
  }
>;
export type AdjustmentDeclined = Of<
  'AdjustmentDeclined',
  { readonly adjustmentId: Uuid; readonly declinedBy: AccountId }
>;

type Approved = {
  readonly adjustmentId: Uuid;
  readonly proposedBy: AccountId;
  readonly approvedBy: AccountId;
};

/** An approved adjustment changed the balance. */
export type BalanceAdjusted = Of<
  'BalanceAdjusted',
  Approved & { readonly direction: AdjustmentDirection } & Credit
>;
/** An approved write-off reduced the debt. */
export type ReceivableWrittenOff = Of<'ReceivableWrittenOff', Approved & { readonly amount: Coins }>;

export type WalletEvent =
  | CoinsPurchased
  | CoinsDonated
  | DonationRefunded
  | CampaignFundsReceived
  | PurchaseRefunded
  | PurchaseChargedBack
  | PurchaseRefundReversed
  | ChargebackReversed
  | AdjustmentProposed
  | AdjustmentDeclined
  | BalanceAdjusted
  | ReceivableWrittenOff;

export const walletEvents: EventDefinitions<WalletEvent> = {
  CoinsPurchased: { version: 1 },
  CoinsDonated: { version: 1 },
  DonationRefunded: { version: 1 },
  CampaignFundsReceived: { version: 1 },
  PurchaseRefunded: { version: 1 },
  PurchaseChargedBack: { version: 1 },
  PurchaseRefundReversed: { version: 1 },
  ChargebackReversed: { version: 1 },
  AdjustmentProposed: { version: 1 },
  AdjustmentDeclined: { version: 1 },
  BalanceAdjusted: { version: 1 },
  ReceivableWrittenOff: { version: 1 },
};
