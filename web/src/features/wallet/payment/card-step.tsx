import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { ChunkErrorBoundary } from '../../../shared/chunk/chunk-error-boundary.tsx';
import { lazyComponent } from '../../../shared/chunk/lazy-component.tsx';
import { loadChunk } from '../../../shared/chunk/load-chunk.ts';
import { Button, Card, ErrorState, Loading } from '../../../ui/index.ts';
import { formatCoins } from '../amounts.ts';
import { usePaymentConfigQuery } from '../payments.ts';
import type { OpenPurchase } from './open-purchase.ts';
import styles from './payment.module.css';
import { type CardFormProps, SimulatorCardForm } from './simulator-card-form.tsx';
import { usePaymentAttempt } from './use-payment-attempt.ts';

/** Stripe's script is loaded only when Stripe is the payment provider. */
const StripeCardForm = lazyComponent(
  async () => (await loadChunk(() => import('./stripe-card-form.tsx'))).StripeCardForm,
);

function CardForm(props: Omit<CardFormProps, 'config'>) {
  const { t } = useTranslation('wallet');
  const { data: config, isFetching, refetch } = usePaymentConfigQuery();
  if (!config)
    return isFetching ? (
      <Loading label={t('payment.loadingForm')} />
    ) : (
      <ErrorState onRetry={refetch}>{t('payment.failure')}</ErrorState>
    );
  if (config.provider === 'simulator') return <SimulatorCardForm config={config} {...props} />;
  return (
    <ChunkErrorBoundary>
      <Suspense fallback={<Loading label={t('payment.loadingForm')} />}>
        <StripeCardForm config={config} {...props} />
      </Suspense>
    </ChunkErrorBoundary>
  );
}

export interface CardStepProps {
  readonly purchase: OpenPurchase;
  readonly onBack: () => void;
}

/** Second step of a purchase: the card. */
export function CardStep({ purchase, onBack }: CardStepProps) {
  const { t } = useTranslation('wallet');
  const { amount } = purchase;
  const attempt = usePaymentAttempt();
  return (
    <Card as="section" className={styles.step} aria-labelledby="card-step">
      <div className={styles.order}>
        <h2 id="card-step">
          {t('payment.order', { coins: formatCoins(amount), euros: formatEuros(amount) })}
        </h2>
        <Button
          variant="quiet"
          size="small"
          disabled={attempt.isPaying}
          onClick={onBack}
          icon={<ArrowLeft size={18} aria-hidden="true" />}
        >
          {t('payment.change')}
        </Button>
      </div>
      <CardForm purchase={purchase} attempt={attempt} />
    </Card>
  );
}
