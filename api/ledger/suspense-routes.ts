import * as contract from '../../contract/adjustments.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import { suspensePage } from '../../projections/ledger/problems/query.ts';
import { adjustmentById } from '../../projections/wallet/adjustments/query.ts';
import { missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of payments in suspense, whose payer is unknown. */
export const suspenseRoutes = ({ pool, ids }: ApiSystem): readonly AnyRoute[] => [
  route(contract.suspense, async (request) =>
    itemsOf(await suspensePage(pool, pagingOf(request.query)), request),
  ),

  route(contract.identifySuspense, async ({ caller, params, body, command, execute }) => {
    const { id: paymentId } = params;
    const profile = await profileByKey(pool, caller, body.profile);
    if (!profile) throw missing(missingProfile);
    const adjustmentId = ids.next();
    const proposal = { paymentId, adjustmentId, accountId: profile.id, staffId: caller.id };
    const { state } = await execute(
      paymentDecider,
      paymentId,
      { type: 'ProposeIdentification', ...proposal },
      command(adjustmentId, { staff: true, reason: body.reason }),
    );
    const stored = await adjustmentById(pool, state.openIdentification ?? adjustmentId);
    if (!stored) throw missing(contract.missingAdjustment);
    return stored;
  }),
];
