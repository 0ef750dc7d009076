import type { Coins } from '../../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';

type EventOf<Type extends string, Data extends object> = DomainEvent<
  Type,
  { readonly paymentId: PaymentId } & Data
>;

/** A donation that is made when the payment is credited. */
export interface PlannedDonation {
  readonly donationId: DonationId;
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: Coins;
  readonly anonymous?: true;
}

/** An account started a payment. The payment belongs to this account from here on. */
export type PaymentStarted = EventOf<
  'PaymentStarted',
  {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly donation?: PlannedDonation;
  }
>;
/** Money arrived for a payment that no account started. It is held in suspense. */
export type UnknownPaymentReceived = EventOf<
  'UnknownPaymentReceived',
  { readonly suspenseId: Uuid; readonly amount: Coins }
>;
/** A staff member proposed an owner for money in suspense. */
export type IdentificationProposed = EventOf<
  'IdentificationProposed',
  {
    readonly adjustmentId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly proposedBy: AccountId;
  }
>;
/** The money stays in suspense. */
export type IdentificationDeclined = EventOf<
  'IdentificationDeclined',
  { readonly adjustmentId: Uuid; readonly accountId: AccountId; readonly declinedBy: AccountId }
>;
/**
 * Staff identified the owner, whose wallet is credited from suspense. `identifiedBy` approved the proposal of
 * `proposedBy`. Events from before two people were required have neither `proposedBy` nor `adjustmentId`.
 */
export type UnknownPaymentIdentified = EventOf<
  'UnknownPaymentIdentified',
  {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly identifiedBy: AccountId;
    readonly adjustmentId?: Uuid;
    readonly proposedBy?: AccountId;
  }
>;
/** The provider withdrew money in suspense. */
export type UnknownPaymentWithdrawn = EventOf<
  'UnknownPaymentWithdrawn',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;
/** Withdrawn money returned to the provider. */
export type UnknownPaymentReinstated = EventOf<
  'UnknownPaymentReinstated',
  {
    readonly reversalId: Uuid;
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;

export type PaymentEvent =
  | PaymentStarted
  | UnknownPaymentReceived
  | IdentificationProposed
  | IdentificationDeclined
  | UnknownPaymentIdentified
  | UnknownPaymentWithdrawn
  | UnknownPaymentReinstated;

export const paymentEvents: EventDefinitions<PaymentEvent> = {
  PaymentStarted: { version: 1 },
  UnknownPaymentReceived: { version: 1 },
  IdentificationProposed: { version: 1 },
  IdentificationDeclined: { version: 1 },
  UnknownPaymentIdentified: { version: 1 },
  UnknownPaymentWithdrawn: { version: 1 },
  UnknownPaymentReinstated: { version: 1 },
};
