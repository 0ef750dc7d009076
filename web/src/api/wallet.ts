import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { Wallet } from '../../../api/contract/wallet.ts';
import { type SessionState, sessionUserChanged, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { gathered } from './gathered.ts';

type State = { readonly api: ReturnType<typeof walletApi.reducer>; readonly session: SessionState };
type Thunk = ThunkAction<void, State, unknown, UnknownAction>;

export const walletApi = kindraApi.injectEndpoints({
  endpoints: (build) => ({
    /** What one holds; whoever shows it shows 0 when it cannot be told. */
    wallet: build.query<Wallet, void>({
      query: () => '/api/wallet',
      providesTags: ['Wallet'],
      extraOptions: { quiet: true },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) dispatch(sessionUserChanged(answer.data));
      },
    }),
  }),
});

const { useWalletQuery } = walletApi;

/** Loads balance and movements anew, after coins have moved. */
export const walletMoved = (): UnknownAction => walletApi.util.invalidateTags(['Wallet']);

/** Coins may have moved, as far as the reader has been told of something. */
export const walletMayHaveMoved = gathered<State>(walletMoved, 1_000);

/** Shows a balance that an answer has told, as that of a donation does, and loads the movements anew. */
export const showBalance =
  (walletCoins: number): Thunk =>
  (dispatch) => {
    dispatch(walletApi.util.updateQueryData('wallet', undefined, (wallet) => ({ ...wallet, walletCoins })));
    dispatch(sessionUserChanged({ walletCoins }));
    dispatch(walletMoved());
  };

/**
 * What the one who is logged in holds: 0 when it cannot be told, and at first what the session knew. Whatever begins to
 * show it asks anew: coins move without anybody pressing a button here.
 */
export function useBalance(): number {
  const user = useUser();
  const { data, isError } = useWalletQuery(undefined, { skip: !user, refetchOnMountOrArgChange: true });
  const before = isError ? 0 : (user?.walletCoins ?? 0);
  return data?.walletCoins ?? before;
}
