import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { getPayment, paymentConfig } from '../../../api/contract/payments.ts';
import type { Receipt, Transaction, Wallet } from '../../../api/contract/wallet.ts';
import { type SessionState, selectUser, sessionUserChanged, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { gathered } from './gathered.ts';
import { type Page, renewedAtFirst, toPage } from './paging.ts';

/** What a browser needs to pay by card. */
export type PaymentConfig = AnswerOf<typeof paymentConfig>;
/** How a payment stands. */
export type Payment = AnswerOf<typeof getPayment>;

/** A purchase to begin; the same key for the same amount begins it once. */
export interface NewPurchase {
  readonly amount: number;
  readonly key: string;
}

type State = { readonly api: ReturnType<typeof walletApi.reducer>; readonly session: SessionState };
type Thunk<Result = void> = ThunkAction<Result, State, unknown, UnknownAction>;

export const walletApi = kindraApi.enhanceEndpoints({ addTagTypes: ['Wallet'] }).injectEndpoints({
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

    paymentConfig: build.query<PaymentConfig, void>({
      query: () => '/api/payment/config',
      extraOptions: { quiet: true },
    }),

    /** Begins a purchase; answers with the client secret that its card is confirmed with. */
    createPaymentIntent: build.mutation<string, NewPurchase>({
      query: ({ amount, key }) => ({
        url: '/api/payment/create-payment-intent',
        method: 'POST',
        body: { amount },
        idempotencyKey: key,
      }),
      extraOptions: { quiet: true },
    }),

    /** How a payment stands, asked anew each time that somebody looks. */
    payment: build.query<Payment, string>({
      query: (id) => `/api/payment/${encodeURIComponent(id)}`,
      keepUnusedDataFor: 0,
      extraOptions: { quiet: true },
    }),
  }),
});

export const {
  useWalletQuery,
  useTransactionsInfiniteQuery,
  useReceiptQuery,
  usePaymentConfigQuery,
  useCreatePaymentIntentMutation,
  usePaymentQuery,
} = walletApi;

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
 * Shows the balance after a purchase whose coins are in the wallet. The server's word is taken; only where there is none
 * the balance that is shown rises by the amount.
 */
export const showPurchase =
  (amount: number): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { initiate } = walletApi.endpoints.wallet;
    const { data } = await dispatch(initiate(undefined, { subscribe: false, forceRefetch: true }));
    const before = selectUser(getState())?.walletCoins ?? 0;
    dispatch(showBalance(data?.walletCoins ?? before + amount));
  };

/** Dispatches what is above from a component. */
export const useWalletDispatch = () => useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();

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
