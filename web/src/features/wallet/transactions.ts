import type { Transaction } from '../../../../contract/wallet.ts';
import { refetchFirstPageOnly } from '../../api/paging.ts';
import { walletApi } from '../../api/wallet.ts';

export const { useGetTransactionsInfiniteQuery } = walletApi.enhanceEndpoints({
  endpoints: {
    getTransactions: {
      ...refetchFirstPageOnly<Transaction>(),
      providesTags: ['Wallet'],
      extraOptions: { networkFailure: 'wallet:list.failure' },
    },
  },
});
