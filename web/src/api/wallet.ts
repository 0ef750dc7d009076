import type { UnknownAction } from '@reduxjs/toolkit';
import { walletEndpoints } from '../../../contract/endpoints/wallet.ts';
import { sessionUserChanged, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import type { AppThunk } from './state.ts';
import { createThrottledThunk } from './throttled-thunk.ts';

export const walletApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(walletEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      /** Screens show 0 if the balance cannot be loaded. */
      getWallet: {
        providesTags: ['Wallet'],
        extraOptions: { isQuiet: true },
        async onQueryStarted(_, { dispatch, queryFulfilled }) {
          const response = await queryFulfilled.catch(() => null);
          if (response) dispatch(sessionUserChanged(response.data));
        },
      },
      getReceipt: { extraOptions: { isQuiet: true } },
    },
  });

export const { useGetReceiptQuery } = walletApi;
const { useGetWalletQuery } = walletApi;

/** Invalidates the balance and the transactions, because coins have moved. */
export const refreshWallet = (): UnknownAction => walletApi.util.invalidateTags(['Wallet']);

/** Like `refreshWallet`, but at most once a second. For live updates that may affect the wallet. */
export const refreshWalletSoon = createThrottledThunk(refreshWallet, 1_000);

/** Shows the balance from a response, such as the response to a donation, and refetches the transactions. */
export const updateBalance =
  (walletCoins: number): AppThunk =>
  (dispatch) => {
    dispatch(
      walletApi.util.updateQueryData('getWallet', undefined, (wallet) => ({ ...wallet, walletCoins })),
    );
    dispatch(sessionUserChanged({ walletCoins }));
    dispatch(refreshWallet());
  };

/** Returns the balance, or 0 if it cannot be loaded. Refetches on mount, because coins also move elsewhere. */
export function useBalance(): number {
  const user = useUser();
  const { data, isError } = useGetWalletQuery(undefined, { skip: !user, refetchOnMountOrArgChange: true });
  const before = isError ? 0 : (user?.walletCoins ?? 0);
  return data?.walletCoins ?? before;
}
