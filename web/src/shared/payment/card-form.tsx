import { Suspense } from 'react';
import { usePaymentConfigQuery } from '../../api/payments.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState, Loading } from '../../ui/index.ts';
import { ChunkErrorBoundary } from '../chunk/chunk-error-boundary.tsx';
import { lazyComponent } from '../chunk/lazy-component.tsx';
import { loadChunk } from '../chunk/load-chunk.ts';
import { type CardFormProps, SimulatorCardForm } from './simulator-card-form.tsx';

/** Loads Stripe's script only if Stripe is the payment provider. */
const StripeCardForm = lazyComponent(
  async () => (await loadChunk(() => import('./stripe-card-form.tsx'))).StripeCardForm,
);

/** Card form for the configured payment provider. Requires the namespace `wallet`. */
export function CardForm(props: Omit<CardFormProps, 'config'>) {
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
