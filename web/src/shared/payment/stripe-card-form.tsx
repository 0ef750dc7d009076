import { loadStripe, type Stripe, type StripeElements } from '@stripe/stripe-js';
import { Lock } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getCurrentLanguage, useTranslation } from '../../i18n/index.ts';
import { Button, ErrorState, Loading } from '../../ui/index.ts';
import styles from './payment-form.module.css';
import { translateProviderError } from './provider-error.ts';
import type { CardFormProps } from './simulator-card-form.tsx';

interface ReadyForm {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
}

const isDark = (): boolean =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** Mounts Stripe's card form. Card data is sent only to Stripe. */
function useStripeElements(publishableKey: string, clientSecret: string) {
  const containerRef = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState<ReadyForm | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt mounts a new form.
  useEffect(() => {
    let isUnmounted = false;
    let unmount = () => {};
    const mount = async () => {
      const stripe = await loadStripe(publishableKey, { locale: getCurrentLanguage() });
      if (isUnmounted) return;
      if (!stripe || !containerRef.current) return setFailed(true);
      const appearance = { theme: isDark() ? ('night' as const) : ('stripe' as const) };
      const elements = stripe.elements({ clientSecret, appearance });
      const element = elements.create('payment');
      unmount = () => element.destroy();
      element.on('ready', () => setReady({ stripe, elements }));
      element.on('loaderror', () => setFailed(true));
      element.mount(containerRef.current);
    };
    mount().catch(() => setFailed(true));
    return () => {
      isUnmounted = true;
      unmount();
    };
  }, [publishableKey, clientSecret, attempt]);

  const retry = () => {
    setFailed(false);
    setReady(null);
    setAttempt(attempt + 1);
  };

  return { place: containerRef, ready, failed: hasFailed, retry };
}

/** Card form from Stripe. Card data is sent only to Stripe. */
export function StripeCardForm(props: CardFormProps) {
  const { config, purchase, attempt, payText, isForDonation: isGift, onResult, onProblem } = props;
  const { t } = useTranslation('wallet');
  const { place, ready, failed, retry } = useStripeElements(config.publishableKey, purchase.clientSecret);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || !attempt.begin()) return;
    const confirmParams = { return_url: `${location.origin}/wallet/payment/result` };
    const { stripe, elements } = ready;
    // Banks that require a redirect return the browser to the result page.
    const { error, paymentIntent } = await stripe
      .confirmPayment({ elements, confirmParams, redirect: 'if_required' })
      .catch(() => ({ error: null, paymentIntent: undefined }));
    attempt.end();
    if (paymentIntent) onResult(paymentIntent.status);
    else if (error?.type !== 'validation_error')
      onProblem(error?.message ? translateProviderError(error) : t('paymentFailure'));
  };

  if (failed) return <ErrorState onRetry={retry}>{t('payment.failure')}</ErrorState>;
  return (
    <form className={styles.form} onSubmit={submit}>
      {!ready && <Loading label={t('payment.loadingForm')} />}
      <div ref={place} />
      {ready && (
        <Button
          type="submit"
          variant={isGift ? 'give' : 'primary'}
          wide
          busy={attempt.isPaying}
          icon={<Lock size={18} aria-hidden="true" />}
        >
          {payText}
        </Button>
      )}
    </form>
  );
}
