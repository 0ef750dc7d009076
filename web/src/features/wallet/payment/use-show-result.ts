import { useNavigate } from 'react-router-dom';
import { type OpenPurchase, paymentIdOf } from './open-purchase.ts';

/** What the result page may be told besides its address. */
export interface ResultState {
  /** Why a card was declined, in the provider's words. */
  readonly reason?: string;
}

const SETTLED = ['succeeded', 'processing'];

/** Leads to the result of a purchase by the address that the provider's own redirects have. */
export function useShowResult() {
  const navigate = useNavigate();
  return ({ clientSecret }: OpenPurchase, status: string, reason?: string): void => {
    const search = new URLSearchParams({
      payment_intent: paymentIdOf(clientSecret),
      payment_intent_client_secret: clientSecret,
      redirect_status: SETTLED.includes(status) ? status : 'failed',
    });
    const state: ResultState = { reason };
    void navigate(`/wallet/payment/result?${search}`, { replace: true, state });
  };
}
