import type { Coins } from '../../kernel/coins.ts';
import type { CommandsOf } from '../../kernel/decider.ts';
import type { AccountId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';
import type { PlannedDonation } from './events.ts';

/** Fields of the commands about a payment's money, in addition to the payment id. */
interface BookingCommandFields {
  /** Assigns a payment to an account. The first assignment is final. */
  readonly StartPayment: {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: number;
    readonly donation?: PlannedDonation;
  };
  readonly BookUnknownPayment: { readonly suspenseId: Uuid; readonly amount: Coins };
  readonly WithdrawUnknownPayment: {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  };
  readonly ReinstateUnknownPayment: { readonly reversalId: Uuid; readonly providerId: string };
}

/** Fields of the commands that identify the owner of a payment in suspense, in addition to the payment id. */
interface IdentificationCommandFields {
  /** Proposes an account as the owner. Another staff member must approve it. */
  readonly ProposeIdentification: {
    readonly adjustmentId: Uuid;
    readonly accountId: AccountId;
    readonly staffId: AccountId;
  };
  /** `purchaseId` becomes the id of the credit. */
  readonly ApproveIdentification: {
    readonly adjustmentId: Uuid;
    readonly purchaseId: Uuid;
    readonly staffId: AccountId;
  };
  readonly DeclineIdentification: { readonly adjustmentId: Uuid; readonly staffId: AccountId };
}

/** A command that proposes, approves or declines an owner of a payment in suspense. */
export type IdentificationCommand = CommandsOf<
  IdentificationCommandFields,
  { readonly paymentId: PaymentId }
>;

/** A command to a payment stream. */
export type PaymentCommand =
  | CommandsOf<BookingCommandFields, { readonly paymentId: PaymentId }>
  | IdentificationCommand;
