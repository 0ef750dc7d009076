import type { Coins } from '../../kernel/coins.ts';
import type { AccountId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';

type Of<Type extends string, Data extends object> = {
  readonly type: Type;
  readonly paymentId: PaymentId;
} & Data;

/** Assigns a payment to an account. The first assignment is final. */
export type StartPayment = Of<
  'StartPayment',
  { readonly purchaseId: Uuid; readonly accountId: AccountId; readonly amount: number }
>;
export type BookUnknownPayment = Of<
  'BookUnknownPayment',
  { readonly suspenseId: Uuid; readonly amount: Coins }
>;
/** Proposes that a payment in suspense belongs to an account. Another staff member must approve it. */
export type ProposeIdentification = Of<
  'ProposeIdentification',
  { readonly adjustmentId: Uuid; readonly accountId: AccountId; readonly staffId: AccountId }
>;
/** `purchaseId` is the id of the credit. */
export type ApproveIdentification = Of<
  'ApproveIdentification',
  { readonly adjustmentId: Uuid; readonly purchaseId: Uuid; readonly staffId: AccountId }
>;
export type DeclineIdentification = Of<
  'DeclineIdentification',
  { readonly adjustmentId: Uuid; readonly staffId: AccountId }
>;
export type IdentificationCommand = ProposeIdentification | ApproveIdentification | DeclineIdentification;
export type WithdrawUnknownPayment = Of<
  'WithdrawUnknownPayment',
  {
    readonly withdrawalId: Uuid;
    readonly kind: WithdrawalKind;
    readonly providerId: string;
    readonly amount: Coins;
  }
>;
export type ReinstateUnknownPayment = Of<
  'ReinstateUnknownPayment',
  { readonly reversalId: Uuid; readonly providerId: string }
>;

export type PaymentCommand =
  | StartPayment
  | BookUnknownPayment
  | IdentificationCommand
  | WithdrawUnknownPayment
  | ReinstateUnknownPayment;
