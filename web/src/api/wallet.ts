import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { walletEndpoints } from '../../../contract/endpoints/wallet.ts';
import { type SessionState, sessionUserChanged, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import { createThrottledThunk } from './throttled-thunk.ts';

type State = { readonly api: ReturnType<typeof walletApi.reducer>; readonly session: SessionState };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

export const walletApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(walletEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      /** Screens show 0 when the balance cannot be loaded. */
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

/** Invalidates the balance and the transactions after coins have moved. */
export const refreshWallet = (): UnknownAction => walletApi.util.invalidateTags(['Wallet']);

/** Like `refreshWallet`, at most once a second, for live updates that may concern the wallet. */
export const refreshWalletSoon = createThrottledThunk<State>(refreshWallet, 1_000);

/** Shows a balance from a response, such as that of a donation, and refetches the transactions. */
export const updateBalance =
  (walletCoins: number): Thunk =>
  (dispatch) => {
    dispatch(
      walletApi.util.updateQueryData('getWallet', undefined, (wallet) => ({ ...wallet, walletCoins })),
    );
    dispatch(sessionUserChanged({ walletCoins }));
    dispatch(refreshWallet());
  };

/**
 * Returns the balance of the logged-in account: the session's value until it is loaded, 0 when it cannot be
 * loaded. Refetches it on mount, because coins also move without an action in this tab.
 */
export function useBalance(): number {
  const user = useUser();
  const { data, isError } = useGetWalletQuery(undefined, { skip: !user, refetchOnMountOrArgChange: true });
  const before = isError ? 0 : (user?.walletCoins ?? 0);
  return data?.walletCoins ?? before;
}
