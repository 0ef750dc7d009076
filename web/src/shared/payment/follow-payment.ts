import { paymentsEndpoints } from '../../../../contract/endpoints/payments.ts';
import { fetchUncached } from '../../api/fetch-uncached.ts';
import type { Payment } from '../../api/payments.ts';
import type { AppThunk } from '../../api/state.ts';
import { isSettled, POLL_DELAYS_MS } from './use-payment-polling.ts';

/**
 * Reads a paid purchase until it is settled, with increasing delays and for a few minutes at most. Continues after the
 * page is left. Returns a payment that the bank is still processing at once.
 * @throws ApiFailure
 */
export const followPayment =
  (paymentIntentId: string): AppThunk<Promise<Payment>> =>
  async (dispatch) => {
    const read = () => dispatch(fetchUncached(paymentsEndpoints.getPayment, { paymentIntentId }));
    let payment = await read();
    for (const delayMs of POLL_DELAYS_MS) {
      if (payment.status !== 'succeeded' || isSettled(payment)) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      payment = await read();
    }
    return payment;
  };
