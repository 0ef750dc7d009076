import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { usePaymentConfigQuery } from '../../../api/wallet.ts';
import { Button, Card, ErrorState, Loading } from '../../../ui/index.ts';
import { coinsText, eurosText } from '../amounts.ts';
import type { OpenPurchase } from './open-purchase.ts';
import styles from './payment.module.css';
import { SimulatorCardForm } from './simulator-card-form.tsx';

/** Stripe's script is loaded only where Stripe is paid with. */
const StripeCardForm = lazy(async () => ({
  default: (await import('./stripe-card-form.tsx')).StripeCardForm,
}));

function CardForm({ purchase }: { readonly purchase: OpenPurchase }) {
  const { data: config, isFetching, refetch } = usePaymentConfigQuery();
  if (!config)
    return isFetching ? (
      <Loading label="Loading the card form" />
    ) : (
      <ErrorState onRetry={refetch}>Error generating payment card.</ErrorState>
    );
  if (config.provider === 'simulator') return <SimulatorCardForm config={config} purchase={purchase} />;
  return (
    <Suspense fallback={<Loading label="Loading the card form" />}>
      <StripeCardForm config={config} purchase={purchase} />
    </Suspense>
  );
}

export interface CardStepProps {
  readonly purchase: OpenPurchase;
  readonly onBack: () => void;
}

/** The second step of a purchase: the card. */
export function CardStep({ purchase, onBack }: CardStepProps) {
  return (
    <Card as="section" className={styles.step} aria-labelledby="card-step">
      <div className={styles.order}>
        <h2 id="card-step">
          {coinsText(purchase.amount)} for {eurosText(purchase.amount)}
        </h2>
        <Button
          variant="quiet"
          size="small"
          onClick={onBack}
          icon={<ArrowLeft size={18} aria-hidden="true" />}
        >
          Change the amount
        </Button>
      </div>
      <CardForm purchase={purchase} />
    </Card>
  );
}
