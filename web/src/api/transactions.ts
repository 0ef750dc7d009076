import type { Receipt, Transaction } from '../../../api/contract/wallet.ts';
import { kindraApi } from './base.ts';
import { type Page, renewedAtFirst, toPage } from './paging.ts';

const transactionReads = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** Movements of one's wallet, newest first. */
    transactions: build.infiniteQuery<Page<Transaction>, void, string>({
      ...renewedAtFirst<Transaction>('/api/transaction/'),
      query: ({ pageParam }) => pageParam,
      transformResponse: (rows: Transaction[], meta) => toPage(rows, meta),
      providesTags: ['Wallet'],
      extraOptions: { networkFailure: 'Error getting list of transactions.' },
    }),

    /** The receipt of one movement; what it says never changes. */
    receipt: build.query<Receipt, string>({
      query: (id) => `/api/transaction/${encodeURIComponent(id)}/receipt`,
      extraOptions: { quiet: true },
    }),
  }),
});

export const { useTransactionsInfiniteQuery, useReceiptQuery } = transactionReads;
