import { paymentsEndpoints } from '../../../contract/endpoints/payments.ts';
import { walletEndpoints } from '../../../contract/endpoints/wallet.ts';
import { selectUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints, type ResponseOf } from './endpoints.ts';
import { fetchUncached } from './fetch-uncached.ts';
import type { AppThunk } from './state.ts';
import { updateBalance } from './wallet.ts';

/** Configuration for card payments. */
export type PaymentConfig = ResponseOf<typeof paymentsEndpoints.paymentConfig>;
/** A payment with its current status. */
export type Payment = ResponseOf<typeof paymentsEndpoints.getPayment>;

export const { usePaymentConfigQuery, useCreatePaymentIntentMutation, useGetPaymentQuery } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(paymentsEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      paymentConfig: { extraOptions: { isQuiet: true } },
      createPaymentIntent: { extraOptions: { isQuiet: true } },
      getPayment: { keepUnusedDataFor: 0, extraOptions: { isQuiet: true } },
    },
  });

/** Shows the server's balance after a purchase or, if it is unreachable, the shown balance plus the amount. */
export const updateBalanceAfterPurchase =
  (amount: number): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const wallet = await dispatch(fetchUncached(walletEndpoints.getWallet, undefined)).catch(() => null);
    const before = selectUser(getState())?.walletCoins ?? 0;
    dispatch(updateBalance(wallet?.walletCoins ?? before + amount));
  };
