import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { failureOf } from '../../../api/failure.ts';
import { useCreatePaymentIntentMutation } from '../../../api/payments.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';
import { forgetPurchase, keepPurchase, keptPurchase, type OpenPurchase } from './open-purchase.ts';

/** A failure's sentence: refusals keep the server's own. */
const sentenceOf = (error: unknown): string => {
  const failure = failureOf(error);
  const refused = failure?.status && failure.status < 500;
  return refused ? failure.message : 'Error generating payment card.';
};

interface Shown {
  readonly purchase: OpenPurchase;
  /** Kept from before this page was loaded, so that it may be paid by now. */
  readonly resumed: boolean;
}

/** The purchase that this page is about, if its amount has been chosen; and how to choose, or to choose anew. */
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
    const { data: clientSecret, error } = await create({ amount, key: keyFor(String(amount)) });
    done(error);
    if (!clientSecret) {
      dispatch(feedbackGiven('bad', sentenceOf(error)));
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
