import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../../api/failure.ts';
import { i18n, type Message } from '../../../i18n/index.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';
import { useCreatePaymentIntentMutation } from '../payments.ts';
import { forgetPurchase, keepPurchase, keptPurchase, type OpenPurchase } from './open-purchase.ts';

/** Rejections keep the server's message. */
const messageOf = (error: unknown): Message => {
  const failure = failureOf(error);
  const refused = failure?.status && failure.status < 500;
  return refused ? failure : i18n.t('wallet:payment.failure');
};

interface Shown {
  readonly purchase: OpenPurchase;
  /** Stored before this page was loaded, so it may have been paid since. */
  readonly resumed: boolean;
}

/** The current purchase, if its amount has been chosen, and functions to choose an amount or discard it. */
export function usePurchase() {
  const accountId = useUser()?.id ?? '';
  const dispatch = useDispatch();
  const [create, { isLoading: beginning }] = useCreatePaymentIntentMutation();
  const { keyFor, done } = useIdempotencyKey();
  const [shown, setShown] = useState<Shown | null>(() => {
    const purchase = keptPurchase(accountId);
    return purchase && { purchase, resumed: true };
  });

  const begin = async (amount: number) => {
    const { data: clientSecret, error } = await create({ amount, idempotencyKey: keyFor(String(amount)) });
    done(error);
    if (!clientSecret) {
      dispatch(feedbackGiven('bad', messageOf(error)));
      return;
    }
    const purchase = { accountId, amount, clientSecret };
    keepPurchase(purchase);
    setShown({ purchase, resumed: false });
  };

  const drop = () => {
    forgetPurchase();
    setShown(null);
  };

  return { shown, beginning, begin, drop };
}
