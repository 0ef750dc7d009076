import * as contract from '../../contract/wallet.ts';
import { findReceipt } from '../../projections/wallet/receipts/query.ts';
import * as query from '../../projections/wallet/wallets/query.ts';
import { notFound } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForTrail } from '../http/worker-effects.ts';
import { presentReceipt } from './receipt.ts';

/** Routes of the caller's wallet. */
export const walletRoutes = ({ pool, rawLog }: ApiSystem): readonly AnyRoute[] => [
  route(contract.getWallet, ({ caller }) => query.getWallet(pool, caller.id)),

  route(contract.getTransactions, async (request) => {
    const page = await query.listTransactions(pool, request.caller.id, toPaging(request.query));
    return respondWithPage(page, request);
  }),

  route(contract.getReceipt, async ({ caller, params, http }) => {
    let facts = await findReceipt(pool, caller.id, params.id);
    if (facts?.crowdfunding && !facts.trail) {
      if (!(await waitForTrail({ pool }, facts.crowdfunding.id))) http.set('X-Read-Model', 'behind');
      facts = await findReceipt(pool, caller.id, params.id);
    }
    if (!facts) throw notFound(contract.transactionNotFound);
    return presentReceipt(facts, (await rawLog.hashAt?.(facts.position)) ?? null);
  }),
];
