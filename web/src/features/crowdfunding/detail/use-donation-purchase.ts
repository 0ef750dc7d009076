import { useEffect } from 'react';
import { getRejection } from '../../../api/failure.ts';
import { useCreatePaymentIntentMutation } from '../../../api/payments.ts';
import { i18n } from '../../../i18n/index.ts';
import type { OpenPurchase } from '../../../shared/payment/open-purchase.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { useUser } from '../../../state/session.ts';

/** A donation whose coins must first be bought. */
export interface DonationPlan {
  readonly amount: number;
  readonly anonymous: boolean;
}

/** Starts a purchase whose coins are donated once they are credited. The purchase is null until it is started. */
export function useDonationPurchase(crowdfundingId: string, plan: DonationPlan, amount: number) {
  const accountId = useUser()?.id ?? '';
  const [create, { data: clientSecret, error, isLoading }] = useCreatePaymentIntentMutation();
  const { getKey } = useIdempotencyKey();
  const start = () => {
    const body = { amount, donation: { crowdfundingId, ...plan } };
    void create({ ...body, idempotencyKey: getKey(JSON.stringify(body)) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan does not change while its sheet is open.
  useEffect(start, []);
  const purchase: OpenPurchase | null = clientSecret ? { accountId, amount, clientSecret } : null;
  const problem = error && !isLoading ? (getRejection(error) ?? i18n.t('giving:failure')) : null;
  return { purchase, problem, retry: start };
}
