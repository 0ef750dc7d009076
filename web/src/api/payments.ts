import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { AnswerOf } from '../../../api/contract/call.ts';
import type { getPayment, paymentConfig } from '../../../api/contract/payments.ts';
import { type SessionState, selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { showBalance, walletApi } from './wallet.ts';

/** What a browser needs to pay by card. */
export type PaymentConfig = AnswerOf<typeof paymentConfig>;
/** How a payment stands. */
export type Payment = AnswerOf<typeof getPayment>;

/** A purchase to begin; the same key for the same amount begins it once. */
export interface NewPurchase {
  readonly amount: number;
  readonly key: string;
}

type State = { readonly api: ReturnType<typeof kindraApi.reducer>; readonly session: SessionState };
type Thunk = ThunkAction<Promise<void>, State, unknown, UnknownAction>;

const payments = kindraApi.injectEndpoints({
  endpoints: (build) => ({
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

export const { usePaymentConfigQuery, useCreatePaymentIntentMutation, usePaymentQuery } = payments;

/**
 * Shows the balance after a purchase whose coins are in the wallet. The server's word is taken; only where there is none
 * the balance that is shown rises by the amount.
 */
export const showPurchase =
  (amount: number): Thunk =>
  async (dispatch, getState) => {
    const { initiate } = walletApi.endpoints.wallet;
    const { data } = await dispatch(initiate(undefined, { subscribe: false, forceRefetch: true }));
    const before = selectUser(getState())?.walletCoins ?? 0;
    dispatch(showBalance(data?.walletCoins ?? before + amount));
  };

/** Dispatches what is above from a component. */
export const useWalletDispatch = () => useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
