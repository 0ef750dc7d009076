import * as contract from '../../contract/wallet.ts';
import { receiptOf } from '../../projections/wallet/receipts/query.ts';
import * as query from '../../projections/wallet/wallets/query.ts';
import { missing } from '../http/failure.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { isTrailComplete } from '../http/worker-effects.ts';
import { presentReceipt } from './receipt.ts';

/** Routes of the caller's wallet. */
export const walletRoutes = ({ pool, rawLog }: ApiSystem): readonly AnyRoute[] => [
  route(contract.getWallet, ({ caller }) => query.walletOf(pool, caller.id)),

  route(contract.getTransactions, async (request) => {
    const page = await query.transactionsPage(pool, request.caller.id, pagingOf(request.query));
    return itemsOf(page, request);
  }),

  route(contract.getReceipt, async ({ caller, params, http }) => {
    let facts = await receiptOf(pool, caller.id, params.id);
    if (facts?.crowdfunding && !facts.trail) {
      if (!(await isTrailComplete({ pool }, facts.crowdfunding.id))) http.set('X-Read-Model', 'behind');
      facts = await receiptOf(pool, caller.id, params.id);
    }
    if (!facts) throw missing(contract.missingTransaction);
    return presentReceipt(facts, (await rawLog.hashAt?.(facts.position)) ?? null);
  }),
];
