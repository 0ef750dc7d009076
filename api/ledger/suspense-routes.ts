import { missingProfile } from '../../domain/accounts/rules.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import { suspensePage } from '../../projections/ledger/problems/query.ts';
import * as contract from '../contract/adjustments.ts';
import { missing, rejected } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of money that nobody is known to have paid. */
export const suspenseRoutes = ({ pool, handler, ids }: ApiSystem): readonly AnyRoute[] => [
  route(contract.suspense, async (request) =>
    itemsOf(await suspensePage(pool, pagingOf(request.query)), request),
  ),

  /**
   * Identifying and crediting are two appends. Whoever repeats the call completes one that broke off between them, and
   * so does the next booking of the payment; the purchase has one id in all of them.
   */
  route(contract.identifySuspense, async ({ caller, params, body, command, visible }) => {
    const { id: paymentId } = params;
    const profile = await profileByKey(pool, caller, body.profile);
    if (!profile) throw missing(missingProfile);
    const { id: accountId, nickname } = profile;
    const context = command(ids.next(), { staff: true, reason: body.reason });
    const identified = await handler.handle(
      paymentDecider,
      paymentId,
      { type: 'IdentifyPayment', paymentId, purchaseId: ids.next(), accountId, staffId: caller.id },
      context,
    );
    if (!identified.accepted) throw rejected(identified.rejection);
    const { purchaseId, amount } = identified.state;
    const credited = await handler.handle(
      walletDecider,
      accountId,
      { type: 'PurchaseCoins', accountId, purchaseId, paymentId, amount, source: 'suspense' },
      { ...context, commandId: purchaseId },
    );
    if (!credited.accepted) throw rejected(credited.rejection);
    await visible(Math.max(identified.position, credited.position), 'wallets', 'journal');
    return { id: paymentId, amount, profile: { id: accountId, nickname } };
  }),
];
