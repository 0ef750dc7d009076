import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { getRejection } from '../../../api/failure.ts';
import { useCreatePaymentIntentMutation } from '../../../api/payments.ts';
import { i18n } from '../../../i18n/index.ts';
import {
  deletePurchase,
  loadPurchase,
  type OpenPurchase,
  savePurchase,
} from '../../../shared/payment/open-purchase.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { useUser } from '../../../state/session.ts';

interface CurrentPurchase {
  readonly purchase: OpenPurchase;
  /** Whether the purchase was started before its step was opened. Such a purchase may have been paid since. */
  readonly isResumed: boolean;
}

/** Returns the current purchase, which is null until it is started, and functions that start, pause and discard it. */
export function usePurchase() {
  const accountId = useUser()?.id ?? '';
  const dispatch = useDispatch();
  const [create, { isLoading: isStarting }] = useCreatePaymentIntentMutation();
  const { getKey, done } = useIdempotencyKey();
  const [current, setCurrent] = useState<CurrentPurchase | null>(() => {
    const purchase = loadPurchase(accountId);
    return purchase && { purchase, isResumed: true };
  });

  const startPurchase = async (amount: number) => {
    const { data: clientSecret, error } = await create({ amount, idempotencyKey: getKey(String(amount)) });
    done(error);
    if (!clientSecret) {
      dispatch(feedbackAdded('bad', getRejection(error) ?? i18n.t('wallet:payment.failure')));
      return;
    }
    const purchase = { accountId, amount, clientSecret };
    savePurchase(purchase);
    setCurrent({ purchase, isResumed: false });
  };

  const discardPurchase = () => {
    deletePurchase();
    setCurrent(null);
  };

  /** Marks the purchase as one to resume, because it may be paid while its step is closed. */
  const pausePurchase = () => setCurrent(current && { ...current, isResumed: true });

  return { current, isStarting, startPurchase, pausePurchase, discardPurchase };
}
