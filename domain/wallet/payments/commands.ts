import type { Coins } from '../../kernel/coins.ts';
import type { AccountId, PaymentId, Uuid } from '../../kernel/ids.ts';
import type { WithdrawalKind } from '../commands.ts';

type Of<Type extends string, Data extends object> = {
  readonly type: Type;
  readonly paymentId: PaymentId;
} & Data;

/** Says whose payment it is. The first who says so decides, for ever. */
export type StartPayment = Of<
  'StartPayment',
  { readonly purchaseId: Uuid; readonly accountId: AccountId; readonly amount: number }
>;
export type BookUnknownPayment = Of<
  'BookUnknownPayment',
  { readonly suspenseId: Uuid; readonly amount: Coins }
>;
export type IdentifyPayment = Of<
  'IdentifyPayment',
  { readonly purchaseId: Uuid; readonly accountId: AccountId; readonly staffId: AccountId }
>;
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
  | IdentifyPayment
  | WithdrawUnknownPayment
  | ReinstateUnknownPayment;
