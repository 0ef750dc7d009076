/** Wallet use cases: purchasing coins and identifying payments. */
import { profileNotFound } from '../domain/accounts/rules.ts';
import { crowdfundingNotFound } from '../domain/crowdfunding/rules.ts';
import type { CommandContext, Handler } from '../domain/handle.ts';
import { notFound, type Rejected, refuse } from '../domain/kernel/decider.ts';
import { type AccountId, deriveId, type Instant, type PaymentId, type Uuid } from '../domain/kernel/ids.ts';
import type { IdSource } from '../domain/ports/clock.ts';
import type { Payments, StartedPayment } from '../domain/ports/payments.ts';
import type { AppendSummary } from '../domain/ports/read-models.ts';
import { walletDecider } from '../domain/wallet/decide.ts';
import { paymentDecider } from '../domain/wallet/payments/decide.ts';
import type { PlannedDonation } from '../domain/wallet/payments/events.ts';
import { checkDonation, checkTarget, computeBalanceAfter } from '../domain/wallet/rules.ts';
import { findProfileById } from '../projections/accounts/profiles/query.ts';
import type { Queryable, Viewer } from '../projections/queryable.ts';
import { findVisibleTarget } from './crowdfunding.ts';

interface NewPurchase {
  readonly purchaseId: Uuid;
  readonly amount: number;
  /** Donation to make when the payment is credited. */
  readonly donation?: Omit<PlannedDonation, 'donationId' | 'anonymous'> & { readonly anonymous?: boolean };
}

/**
 * Checks a planned donation before its coins are bought, as if the purchase were already credited. Without this check,
 * buyers could pay for a donation that is rejected later.
 */
async function checkPlannedDonation(
  handler: Handler,
  buyer: Viewer,
  { amount, donation }: NewPurchase,
  at: Instant,
): Promise<Rejected | null> {
  if (!donation) return null;
  const [target, { state: wallet }] = await Promise.all([
    findVisibleTarget(handler, buyer, donation.crowdfundingId, at),
    handler.load(walletDecider, buyer.id),
  ]);
  if (!target) return notFound(crowdfundingNotFound);
  const problem =
    checkTarget(target, buyer.id) ?? checkDonation(donation.amount, computeBalanceAfter(wallet, amount));
  return problem && refuse(problem);
}

/** Creates the donation planned with a purchase. Its id is derived from the purchase, so it is made only once. */
function planDonation({ purchaseId, donation }: NewPurchase): PlannedDonation | undefined {
  if (!donation) return undefined;
  const { anonymous = false, ...donationData } = donation;
  return { ...donationData, donationId: deriveId(purchaseId, 1), ...(anonymous && { anonymous }) };
}

/**
 * Starts a coin purchase at the payment provider.
 * @throws PaymentsUnavailable when the provider does not respond
 */
export async function startPurchase(
  { payments, handler }: { readonly payments: Payments; readonly handler: Handler },
  buyer: Viewer,
  purchase: NewPurchase,
  context: CommandContext,
): Promise<{ readonly accepted: true; readonly payment: StartedPayment } | Rejected> {
  const { purchaseId, amount } = purchase;
  const { id: accountId } = buyer;
  const donationRejection = await checkPlannedDonation(handler, buyer, purchase, context.occurredAt);
  if (donationRejection) return donationRejection;
  const payment = await payments.start({ accountId, amount, idempotencyKey: purchaseId });
  const { id: paymentId } = payment;
  const donation = planDonation(purchase);
  const startCommand = {
    type: 'StartPayment',
    paymentId,
    purchaseId,
    accountId,
    amount,
    ...(donation && { donation }),
  } as const;
  const commandResult = await handler.handle(paymentDecider, paymentId, startCommand, context);
  return commandResult.accepted ? { accepted: true, payment } : commandResult;
}

/** Proposal to credit a payment in suspense to an account. */
interface Identification {
  readonly paymentId: PaymentId;
  readonly adjustmentId: Uuid;
  /** Account to credit. */
  readonly accountId: AccountId;
}

/**
 * Approves an identification, then credits the wallet in a second append. After a crash in between, repeating the call
 * or booking the payment again credits the wallet with the same purchase id.
 */
export async function approveIdentification(
  { pool, handler, ids }: { readonly pool: Queryable; readonly handler: Handler; readonly ids: IdSource },
  approver: Viewer,
  { paymentId, adjustmentId, accountId }: Identification,
  context: CommandContext,
): Promise<{ readonly accepted: true; readonly appends: readonly AppendSummary[] } | Rejected> {
  if (!(await findProfileById(pool, approver, accountId))) return notFound(profileNotFound);
  const approval = { paymentId, adjustmentId, purchaseId: ids.next(), staffId: approver.id };
  const approveCommand = { type: 'ApproveIdentification', ...approval } as const;
  const identificationResult = await handler.handle(paymentDecider, paymentId, approveCommand, context);
  if (!identificationResult.accepted) return identificationResult;
  const { purchaseId, amount, accountId: ownerId } = identificationResult.state;
  const purchase = { accountId: ownerId, purchaseId, paymentId, amount, source: 'suspense' } as const;
  const creditResult = await handler.handle(
    walletDecider,
    ownerId,
    { type: 'PurchaseCoins', ...purchase },
    { ...context, commandId: purchaseId },
  );
  return creditResult.accepted
    ? { accepted: true, appends: [identificationResult, creditResult] }
    : creditResult;
}
