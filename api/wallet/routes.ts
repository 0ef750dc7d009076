import * as contract from '../../contract/wallet.ts';
import { formatEuros } from '../../domain/kernel/coins.ts';
import { formatReceiptNumber } from '../../domain/wallet/receipt-number.ts';
import { findReceipt } from '../../projections/wallet/receipts/query.ts';
import * as query from '../../projections/wallet/wallets/query.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { waitForTrail } from '../http/worker-effects.ts';

/** Creates the routes for the caller's wallet. */
export const createWalletRoutes = ({ pool, rawLog }: ApiSystem): readonly Route[] => [
  defineRoute(contract.getWallet, ({ caller }) => query.getWallet(pool, caller.id)),

  defineRoute(contract.getTransactions, async (request) => {
    const page = await query.listTransactions(pool, request.caller.id, toPaging(request.query));
    return respondWithPage(page, request);
  }),

  defineRoute(contract.getReceipt, async ({ caller, params, http }) => {
    let receiptData = await findReceipt(pool, caller.id, params.id);
    if (receiptData?.crowdfunding && !receiptData.trail) {
      if (!(await waitForTrail({ pool }, receiptData.crowdfunding.id))) http.set('X-Read-Model', 'behind');
      receiptData = await findReceipt(pool, caller.id, params.id);
    }
    if (!receiptData) throw createNotFoundFailure(contract.transactionNotFound);
    return {
      ...receiptData,
      number: formatReceiptNumber(receiptData.position, receiptData.dateTime),
      euros: formatEuros(receiptData.amount),
      entryId: receiptData.id,
      eventHash: (await rawLog.findHashAt?.(receiptData.position)) ?? null,
    };
  }),
];
