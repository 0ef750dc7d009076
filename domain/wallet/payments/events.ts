import type { Coins } from '../../kernel/coins.ts';
import type { DomainEvent, EventDefinitions } from '../../kernel/event.ts';
import type { AccountId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';

type Of<Type extends string, Data extends object> = DomainEvent<
  Type,
  { readonly paymentId: PaymentId } & Data
>;

/** An account is about to pay. From here on it is settled whose wallet the payment belongs to. */
export type PaymentStarted = Of<
  'PaymentStarted',
  { readonly purchaseId: Uuid; readonly accountId: AccountId; readonly amount: Coins }
>;
/** Money came that nobody started a payment for. It is held in suspense. */
export type UnknownPaymentReceived = Of<
  'UnknownPaymentReceived',
  { readonly suspenseId: Uuid; readonly amount: Coins }
>;
/** A member of staff asks another one to agree whose money in suspense it is. */
export type IdentificationProposed = Of<
  'IdentificationProposed',
  {
    readonly adjustmentId: Uuid;
    readonly accountId: AccountId;
    readonly amount: Coins;
    readonly proposedBy: AccountId;
  }
>;
/** The money stays in suspense. */
export type IdentificationDeclined = Of<
  'IdentificationDeclined',
  { readonly adjustmentId: Uuid; readonly accountId: AccountId; readonly declinedBy: AccountId }
>;
/**
 * Staff found out whose money it is; the wallet is credited out of the suspense. `identifiedBy` approved what `proposedBy`
 * proposed; events from before two people were required have neither proposer nor `adjustmentId`.
 */
export type UnknownPaymentIdentified = Of<
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
/** The provider took money in suspense back. */
export type UnknownPaymentWithdrawn = Of<
  'UnknownPaymentWithdrawn',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;
/** The provider has that money again. */
export type UnknownPaymentReinstated = Of<
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
