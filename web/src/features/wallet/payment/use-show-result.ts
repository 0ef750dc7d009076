import { useNavigate } from 'react-router-dom';
import { getPaymentId, hasBuyerPaid, type OpenPurchase } from '../../../shared/payment/open-purchase.ts';

/** Navigation state for the result page. */
export interface ResultState {
  /** Reason why a card was declined, as worded by the payment provider. */
  readonly reason?: string;
}

/** Returns a function that redirects to the result of a purchase, to the same path as the provider's redirects. */
export function useShowResult() {
  const navigate = useNavigate();
  return ({ clientSecret }: OpenPurchase, status: string, reason?: string): void => {
    const search = new URLSearchParams({
      payment_intent: getPaymentId(clientSecret),
      payment_intent_client_secret: clientSecret,
      redirect_status: hasBuyerPaid(status) ? status : 'failed',
    });
    const state: ResultState = { reason };
    void navigate(`/wallet/payment/result?${search}`, { replace: true, state });
  };
}
