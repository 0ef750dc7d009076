import { paymentsEndpoints } from '../../../../contract/endpoints/payments.ts';
import { fetchUncached } from '../../api/fetch-uncached.ts';
import type { Payment } from '../../api/payments.ts';
import type { AppThunk } from '../../api/state.ts';
import { isSettled, POLL_DELAYS_MS } from './use-payment-polling.ts';

const isPending = (payment: Payment): boolean =>
  payment.status === 'processing' || (payment.status === 'succeeded' && !isSettled(payment));

/**
 * Reads a paid purchase until it is settled or has failed, with increasing delays and for a few minutes at most.
 * Continues after the page is left.
 * @param onProcessing called once if the bank is still processing the payment
 * @throws ApiFailure
 */
export const followPayment =
  (paymentIntentId: string, onProcessing: () => void): AppThunk<Promise<Payment>> =>
  async (dispatch) => {
    const read = () => dispatch(fetchUncached(paymentsEndpoints.getPayment, { paymentIntentId }));
    let payment = await read();
    if (payment.status === 'processing') onProcessing();
    for (const delayMs of POLL_DELAYS_MS) {
      if (!isPending(payment)) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      payment = await read();
    }
    return payment;
  };
