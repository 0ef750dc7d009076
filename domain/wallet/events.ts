import type { Coins } from '../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';

type Of<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

/**
 * Of every credit, `repaid` is the part that settled what the account owed; the wallet rises by the rest. Of every
 * debit by the provider, `owed` is the part that the wallet did not have and the account owes from then on.
 */
type Credit = { readonly amount: Coins; readonly repaid: Coins };
type ProviderDebit = { readonly amount: Coins; readonly owed: Coins };

/** Where the money of a purchase stood before: at the provider, or set aside since nobody knew whose it was. */
export type PurchaseSource = 'clearing' | 'suspense';

/** Why a donation was given back: the campaign was cancelled or expired, or the donation came after its end. */
export type RefundReason = 'cancelled' | 'expired' | 'late';

/** Which way staff adjust a balance. */
export type AdjustmentDirection = 'CREDIT' | 'DEBIT';

/** What staff propose: to adjust a balance, or to write off what an account owes. */
export type ProposalKind = AdjustmentDirection | 'WRITE_OFF';

/** Card money became coins. */
export type CoinsPurchased = Of<
  'CoinsPurchased',
  { readonly purchaseId: Uuid; readonly paymentId: PaymentId; readonly source: PurchaseSource } & Credit
>;
/** Coins left the wallet for the escrow of a campaign; `creatorId` is whose campaign it is, where that was written. */
export type CoinsDonated = Of<
  'CoinsDonated',
  {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly creatorId?: AccountId;
  }
>;
/** A donation came back out of the escrow, whole. */
export type DonationRefunded = Of<
  'DonationRefunded',
  {
    readonly refundId: Uuid;
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly reason: RefundReason;
  } & Credit
>;
/** The creator of a closed campaign got its raised total. */
export type CampaignFundsReceived = Of<
  'CampaignFundsReceived',
  { readonly releaseId: Uuid; readonly crowdfundingId: CrowdfundingId } & Credit
>;
/** The provider gave money of a purchase back to the buyer. */
export type PurchaseRefunded = Of<
  'PurchaseRefunded',
  {
    readonly withdrawalId: Uuid;
    readonly paymentId: PaymentId;
    readonly providerId: string;
  } & ProviderDebit
>;
/** The buyer's bank took money of a purchase back. */
export type PurchaseChargedBack = Of<
  'PurchaseChargedBack',
  {
    readonly withdrawalId: Uuid;
    readonly paymentId: PaymentId;
    readonly providerId: string;
  } & ProviderDebit
>;

/**
 * The provider has the money again. It settles what the account still owes, then (`recovered`) what had been written off
 * of this very withdrawal; the wallet gets the rest.
 */
type Reinstatement = {
  readonly reversalId: Uuid;
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly providerId: string;
  readonly recovered: Coins;
} & Credit;

/** A provider's refund failed on its way to the buyer. */
export type PurchaseRefundReversed = Of<'PurchaseRefundReversed', Reinstatement>;
/** A dispute was won. */
export type ChargebackReversed = Of<'ChargebackReversed', Reinstatement>;

/** A member of staff asks another one to adjust a balance or to write off what is owed. */
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

/** Two members of staff changed a balance. */
export type BalanceAdjusted = Of<
  'BalanceAdjusted',
  Approved & { readonly direction: AdjustmentDirection } & Credit
>;
/** Two members of staff gave up what an account owed. */
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
