import type { Coins } from '../../kernel/coins.ts';
import type { AccountId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';
import type { PlannedDonation } from './events.ts';

type CommandOf<Type extends string, Data extends object> = {
  readonly type: Type;
  readonly paymentId: PaymentId;
} & Data;

/** Assigns a payment to an account. The first assignment is final. */
export type StartPayment = CommandOf<
  'StartPayment',
  {
    readonly purchaseId: Uuid;
    readonly accountId: AccountId;
    readonly amount: number;
    readonly donation?: PlannedDonation;
  }
>;
export type BookUnknownPayment = CommandOf<
  'BookUnknownPayment',
  { readonly suspenseId: Uuid; readonly amount: Coins }
>;
/** Proposes an account as owner of a payment in suspense. Another staff member must approve it. */
export type ProposeIdentification = CommandOf<
  'ProposeIdentification',
  { readonly adjustmentId: Uuid; readonly accountId: AccountId; readonly staffId: AccountId }
>;
/** `purchaseId` becomes the id of the credit. */
export type ApproveIdentification = CommandOf<
  'ApproveIdentification',
  { readonly adjustmentId: Uuid; readonly purchaseId: Uuid; readonly staffId: AccountId }
>;
export type DeclineIdentification = CommandOf<
  'DeclineIdentification',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;
export type IdentificationCommand = ProposeIdentification | ApproveIdentification | DeclineIdentification;
export type WithdrawUnknownPayment = CommandOf<
  'WithdrawUnknownPayment',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;
export type ReinstateUnknownPayment = CommandOf<
  'ReinstateUnknownPayment',
  { readonly reversalId: Uuid; readonly providerId: string }
>;

export type PaymentCommand =
  | StartPayment
  | BookUnknownPayment
  | IdentificationCommand
  | WithdrawUnknownPayment
  | ReinstateUnknownPayment;
