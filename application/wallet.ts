/** Use cases of wallets: purchases of coins and identification of payments. */
import { profileNotFound } from '../domain/accounts/rules.ts';
import type { CommandContext, Handler } from '../domain/handle.ts';
import { notFound, type Rejected } from '../domain/kernel/decider.ts';
import type { AccountId, PaymentId, Uuid } from '../domain/kernel/ids.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import type { Payments, StartedPayment } from '../domain/ports/payments.ts';
import type { WrittenEvents } from '../domain/ports/read-models.ts';
import { walletDecider } from '../domain/wallet/decide.ts';
import { paymentDecider } from '../domain/wallet/payments/decide.ts';
import { findProfileById } from '../projections/accounts/profiles/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';

interface NewPurchase {
  readonly purchaseId: Uuid;
  readonly accountId: AccountId;
  readonly amount: number;
}

/**
 * Starts a purchase of coins at the payment provider.
 * @throws PaymentsUnavailable
 */
export async function startPurchase(
  { payments, handler }: { readonly payments: Payments; readonly handler: Handler },
  { purchaseId, accountId, amount }: NewPurchase,
  context: CommandContext,
): Promise<{ readonly accepted: true; readonly payment: StartedPayment } | Rejected> {
  const payment = await payments.start({ accountId, amount, idempotencyKey: purchaseId });
  const { id: paymentId } = payment;
  const start = { type: 'StartPayment', paymentId, purchaseId, accountId, amount } as const;
  const handled = await handler.handle(paymentDecider, paymentId, start, context);
  return handled.accepted ? { accepted: true, payment } : handled;
}

/** A proposed owner of a payment in suspense. */
interface Identification {
  readonly paymentId: PaymentId;
  readonly adjustmentId: Uuid;
  /** Account to credit. */
  readonly accountId: AccountId;
}

/**
 * Approves an identification and credits the wallet, in two appends. After a crash between them, a repeated
 * call or the next booking of the payment makes the credit, with the same purchase id.
 */
export async function approveIdentification(
  { pool, handler, ids }: { readonly pool: Queryable; readonly handler: Handler; readonly ids: IdSource },
  staff: Viewer,
  { paymentId, adjustmentId, accountId }: Identification,
  context: CommandContext,
): Promise<{ readonly accepted: true; readonly written: readonly WrittenEvents[] } | Rejected> {
  if (!(await findProfileById(pool, staff, accountId))) return notFound(profileNotFound);
  const approval = { paymentId, adjustmentId, purchaseId: ids.next(), staffId: staff.id };
  const approve = { type: 'ApproveIdentification', ...approval } as const;
  const identified = await handler.handle(paymentDecider, paymentId, approve, context);
  if (!identified.accepted) return identified;
  const { purchaseId, amount, accountId: ownerId } = identified.state;
  const purchase = { accountId: ownerId, purchaseId, paymentId, amount, source: 'suspense' } as const;
  const credited = await handler.handle(
    walletDecider,
    ownerId,
    { type: 'PurchaseCoins', ...purchase },
    { ...context, commandId: purchaseId },
  );
  return credited.accepted ? { accepted: true, written: [identified, credited] } : credited;
}
