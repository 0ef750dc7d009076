import * as contract from '../../contract/adjustments.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { findProfileByKey } from '../../projections/accounts/profiles/query.ts';
import { listSuspense } from '../../projections/ledger/problems/query.ts';
import { findAdjustmentById } from '../../projections/wallet/adjustments/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { type AnyRoute, defineRoute } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

/** Creates the routes for payments in suspense, that is, payments from unknown payers. */
export const createSuspenseRoutes = ({ pool, ids }: ApiSystem): readonly AnyRoute[] => [
  defineRoute(contract.suspense, async (request) =>
    respondWithPage(await listSuspense(pool, toPaging(request.query)), request),
  ),

  defineRoute(contract.identifySuspense, async ({ caller, params, body, createContext, execute }) => {
    const { id: paymentId } = params;
    const profile = await findProfileByKey(pool, caller, body.profile);
    if (!profile) throw createNotFoundFailure(profileNotFound);
    const adjustmentId = ids.next();
    const proposal = { paymentId, adjustmentId, accountId: profile.id, staffId: caller.id };
    const { state } = await execute(
      paymentDecider,
      paymentId,
      { type: 'ProposeIdentification', ...proposal },
      createContext(adjustmentId, { isStaff: true, reason: body.reason }),
    );
    const adjustment = await findAdjustmentById(pool, state.openIdentification ?? adjustmentId);
    if (!adjustment) throw createNotFoundFailure(contract.adjustmentNotFound);
    return adjustment;
  }),
];
