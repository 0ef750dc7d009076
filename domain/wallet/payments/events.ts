import type { Coins } from '../../kernel/coins.ts';
import type { EventDefinitions, EventsOf, OfType } from '../../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';

/** A donation to make when the payment is credited. */
export interface PlannedDonation {
  readonly donationId: DonationId;
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: Coins;
  readonly anonymous?: true;
}

/** Data of the payment events, in addition to the payment id. */
interface PaymentEventData {
  /** An account started a payment, which belongs to this account from now on. */
  readonly PaymentStarted: {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly donation?: PlannedDonation;
  };
  /** Money was received for a payment that no account started. It is held in suspense. */
  readonly UnknownPaymentReceived: { readonly suspenseId: Uuid; readonly amount: Coins };
  /** A staff member proposed an owner for a payment in suspense. */
  readonly IdentificationProposed: {
    readonly adjustmentId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly proposedBy: AccountId;
  };
  /** The proposal was declined. The money stays in suspense. */
  readonly IdentificationDeclined: {
    readonly adjustmentId: Uuid;
    readonly accountId: AccountId;
    readonly declinedBy: AccountId;
  };
  /**
   * Staff identified the payment's owner, whose wallet is credited from suspense. `identifiedBy` approved the proposal
   * made by `proposedBy`. Events from before two staff members were required have neither `proposedBy` nor
   * `adjustmentId`.
   */
  readonly UnknownPaymentIdentified: {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly identifiedBy: AccountId;
    readonly adjustmentId?: Uuid;
    readonly proposedBy?: AccountId;
  };
  /** The provider withdrew money that was held in suspense. */
  readonly UnknownPaymentWithdrawn: {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  };
  /** Money that was withdrawn from suspense was returned to the provider. */
  readonly UnknownPaymentReinstated: {
    readonly reversalId: Uuid;
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  };
}

/** An event of a payment stream. */
export type PaymentEvent = EventsOf<PaymentEventData, { readonly paymentId: PaymentId }>;

/** A staff member proposed an owner for a payment in suspense. */
export type IdentificationProposed = OfType<PaymentEvent, 'IdentificationProposed'>;

export const paymentEvents: EventDefinitions<PaymentEvent> = {
  PaymentStarted: { version: 1 },
  UnknownPaymentReceived: { version: 1 },
  IdentificationProposed: { version: 1 },
  IdentificationDeclined: { version: 1 },
  UnknownPaymentIdentified: { version: 1 },
  UnknownPaymentWithdrawn: { version: 1 },
  UnknownPaymentReinstated: { version: 1 },
};
