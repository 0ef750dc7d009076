import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import { paymentsEndpoints } from '../../../contract/endpoints/payments.ts';
import { walletEndpoints } from '../../../contract/endpoints/wallet.ts';
import { type SessionState, selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, type ResponseOf } from './endpoints.ts';
import { fetchUncached } from './fetch-uncached.ts';
import { updateBalance } from './wallet.ts';

/** Configuration for card payments. */
export type PaymentConfig = ResponseOf<typeof paymentsEndpoints.paymentConfig>;
/** A payment with its current status. */
export type Payment = ResponseOf<typeof paymentsEndpoints.getPayment>;

type State = { readonly api: ReturnType<typeof kindraApi.reducer>; readonly session: SessionState };
type Thunk = ThunkAction<Promise<void>, State, unknown, UnknownAction>;

export const { usePaymentConfigQuery, useCreatePaymentIntentMutation, useGetPaymentQuery } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(paymentsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      paymentConfig: { extraOptions: { isQuiet: true } },
      createPaymentIntent: { extraOptions: { isQuiet: true } },
      getPayment: { keepUnusedDataFor: 0, extraOptions: { isQuiet: true } },
    },
  });

/**
 * Shows the balance after a credited purchase: the server's balance or, if the server is unreachable, the shown balance
 * plus the amount.
 */
export const updateBalanceAfterPurchase =
  (amount: number): Thunk =>
  async (dispatch, getState) => {
    const wallet = await dispatch(fetchUncached(walletEndpoints.getWallet, undefined)).catch(() => null);
    const before = selectUser(getState())?.walletCoins ?? 0;
    dispatch(updateBalance(wallet?.walletCoins ?? before + amount));
  };

/** Returns `dispatch`, typed for the thunks in this module. */
export const useWalletDispatch = () => useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
