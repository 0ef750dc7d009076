import { missingProfile } from '../../domain/accounts/rules.ts';
import type { CommandContext } from '../../domain/handle.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { PaymentId, Uuid } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing, rejected } from '../http/failure.ts';
import type { ApiSystem } from '../http/system.ts';

/** An identification of a payment in suspense, and who decides on it. */
export interface IdentificationDecision {
  readonly paymentId: PaymentId;
  readonly adjustmentId: Uuid;
  readonly caller: Caller;
  readonly context: CommandContext;
}

type System = Pick<ApiSystem, 'pool' | 'handler' | 'ids'>;

/**
 * Approves an identification and credits the wallet. These are two appends. After a crash between them, a repeated call
 * or the next booking of the payment completes them; the purchase has the same id in all of these.
 * @returns position of the last event
 */
export async function approveIdentification(
  { pool, handler, ids }: System,
  accountId: Uuid,
  { paymentId, adjustmentId, caller, context }: IdentificationDecision,
): Promise<Position> {
  if (!(await profileByKey(pool, caller, accountId))) throw missing(missingProfile);
  const identified = await handler.handle(
    paymentDecider,
    paymentId,
    {
      type: 'ApproveIdentification',
      paymentId,
      adjustmentId,
      purchaseId: ids.next(),
      staffId: caller.id,
    },
    context,
  );
  if (!identified.accepted) throw rejected(identified.rejection);
  const { purchaseId, amount, accountId: ownerId } = identified.state;
  const credited = await handler.handle(
    walletDecider,
    ownerId,
    { type: 'PurchaseCoins', accountId: ownerId, purchaseId, paymentId, amount, source: 'suspense' },
    { ...context, commandId: purchaseId },
  );
  if (!credited.accepted) throw rejected(credited.rejection);
  return Math.max(identified.position, credited.position);
}

/** Declines an identification: the money stays in suspense. */
export async function declineIdentification(
  { handler }: System,
  { paymentId, adjustmentId, caller, context }: IdentificationDecision,
): Promise<Position> {
  const decline = {
    type: 'DeclineIdentification',
    paymentId,
    adjustmentId,
    staffId: caller.id,
  } as const;
  const handled = await handler.handle(paymentDecider, paymentId, decline, context);
  if (!handled.accepted) throw rejected(handled.rejection);
  return handled.position;
}
