import type { Coins } from '../kernel/coins.ts';
import type { EventDefinitions, EventsOf, OfType } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';

/** Coins added to a wallet. `repaid` is the part that reduces debt; the rest increases the balance. */
type CreditData = { readonly amount: Coins; readonly repaid: Coins };
/** Coins withdrawn by the provider. `owed` is the part that exceeds the balance and becomes debt. */
type ProviderDebitData = { readonly amount: Coins; readonly owed: Coins };

/** Ledger account debited for a purchase. It is `suspense` if the payment's owner was unknown. */
export type PurchaseSource = 'clearing' | 'suspense';

/** Reason for a refund: the campaign was cancelled or expired, or the donation was made after the campaign's end. */
export type RefundReason = 'cancelled' | 'expired' | 'late';

/** Direction of a balance adjustment made by staff. */
type AdjustmentDirection = 'CREDIT' | 'DEBIT';

/** Kind of adjustment: a balance change, or a write-off of debt. */
export type ProposalKind = AdjustmentDirection | 'WRITE_OFF';

/** Money from a purchase that the provider withdrew. `providerId` is the provider's id of the refund or dispute. */
type WithdrawalData = {
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly providerId: string;
} & ProviderDebitData;

/**
 * Withdrawn money that returned to the provider. It first pays the account's debt (`repaid`), then the part of this
 * withdrawal that was written off (`recovered`). The rest is added to the balance.
 */
type ReinstatementData = {
  readonly reversalId: Uuid;
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly providerId: string;
  readonly recovered: Coins;
} & CreditData;

type ApprovalData = {
  readonly adjustmentId: Uuid;
  readonly proposedBy: AccountId;
  readonly approvedBy: AccountId;
};

/** Data of the wallet events, in addition to the account id. */
interface WalletEventData {
  /** A card payment was credited as coins. */
  readonly CoinsPurchased: CreditData & {
    readonly purchaseId: Uuid;
    readonly paymentId: PaymentId;
    readonly source: PurchaseSource;
  };
  /**
   * Coins moved from the wallet to a campaign's escrow. `creatorId` is missing in old events. Only staff can see who
   * made an anonymous donation.
   */
  readonly CoinsDonated: {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly creatorId?: AccountId;
    readonly anonymous?: true;
  };
  /** A donation planned with a purchase was not made. `code` is the reason. The coins stay in the wallet. */
  readonly PlannedDonationRefused: {
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly amount: Coins;
    readonly code: string;
  };
  /** A donation was returned from escrow in full. */
  readonly DonationRefunded: CreditData & {
    readonly refundId: Uuid;
    readonly donationId: DonationId;
    readonly crowdfundingId: CrowdfundingId;
    readonly reason: RefundReason;
  };
  /** The creator of a closed campaign received the campaign's total. */
  readonly CampaignFundsReceived: CreditData & {
    readonly releaseId: Uuid;
    readonly crowdfundingId: CrowdfundingId;
  };
  /** The provider refunded money from a purchase to the card. */
  readonly PurchaseRefunded: WithdrawalData;
  /** The buyer's bank withdrew money from a purchase because of a dispute. */
  readonly PurchaseChargedBack: WithdrawalData;
  /** A refund to the card failed. */
  readonly PurchaseRefundReversed: ReinstatementData;
  /** A dispute was won. */
  readonly ChargebackReversed: ReinstatementData;
  /** A staff member proposed a balance adjustment or a write-off. */
  readonly AdjustmentProposed: {
    readonly adjustmentId: Uuid;
    readonly kind: ProposalKind;
    readonly amount: Coins;
    readonly proposedBy: AccountId;
  };
  readonly AdjustmentDeclined: { readonly adjustmentId: Uuid; readonly declinedBy: AccountId };
  /** An approved adjustment changed the wallet's balance. */
  readonly BalanceAdjusted: ApprovalData & CreditData & { readonly direction: AdjustmentDirection };
  /** An approved write-off reduced the account's debt. */
  readonly ReceivableWrittenOff: ApprovalData & { readonly amount: Coins };
}

/** An event of a wallet stream. */
export type WalletEvent = EventsOf<WalletEventData, { readonly accountId: AccountId }>;

/** A staff member proposed a balance adjustment or a write-off. */
export type AdjustmentProposed = OfType<WalletEvent, 'AdjustmentProposed'>;

export const walletEvents: EventDefinitions<WalletEvent> = {
  CoinsPurchased: { version: 1 },
  CoinsDonated: { version: 1 },
  PlannedDonationRefused: {
    version: 2,
    // OWN_CROWDFUNDING is now the code for staff that decide on their own campaign.
    upcasters: {
      1: (data) => ({
        ...data,
        code: data.code === 'OWN_CROWDFUNDING' ? 'OWN_CROWDFUNDING_DONATION' : (data.code as string),
      }),
    },
  },
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
