import * as contract from '../../contract/adjustments.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import { listSuspense } from '../../projections/ledger/problems/query.ts';
import { findAdjustmentById } from '../../projections/wallet/adjustments/query.ts';
import { notFound } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Routes of payments in suspense, whose payer is unknown. */
export const suspenseRoutes = ({ pool, ids }: ApiSystem): readonly AnyRoute[] => [
  route(contract.suspense, async (request) =>
    respondWithPage(await listSuspense(pool, toPaging(request.query)), request),
  ),

  route(contract.identifySuspense, async ({ caller, params, body, command, execute }) => {
    const { id: paymentId } = params;
    const profile = await findProfileByKey(pool, caller, body.profile);
    if (!profile) throw notFound(profileNotFound);
    const adjustmentId = ids.next();
    const proposal = { paymentId, adjustmentId, accountId: profile.id, staffId: caller.id };
    const { state } = await execute(
      paymentDecider,
      paymentId,
      { type: 'ProposeIdentification', ...proposal },
      command(adjustmentId, { staff: true, reason: body.reason }),
    );
    const stored = await findAdjustmentById(pool, state.openIdentification ?? adjustmentId);
    if (!stored) throw notFound(contract.adjustmentNotFound);
    return stored;
  }),
];
