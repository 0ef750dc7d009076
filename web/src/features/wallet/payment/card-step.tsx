import { ArrowLeft } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { CardForm } from '../../../shared/payment/card-form.tsx';
import type { OpenPurchase } from '../../../shared/payment/open-purchase.ts';
import { usePaymentAttempt } from '../../../shared/payment/use-payment-attempt.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card } from '../../../ui/index.ts';
import { formatCoins } from '../amounts.ts';
import styles from './payment.module.css';
import { useShowResult } from './use-show-result.ts';

/** Props of `CardStep`. `onBack` returns to the choice of the amount. */
export interface CardStepProps {
  readonly purchase: OpenPurchase;
  readonly onBack: () => void;
}

/** Second step of a purchase: pays by card. */
export function CardStep({ purchase, onBack }: CardStepProps) {
  const { t } = useTranslation('wallet');
  const { amount } = purchase;
  const attempt = usePaymentAttempt();
  const showResult = useShowResult();
  const dispatch = useDispatch();
  const isMounted = useIsMounted();
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
      <CardForm
        purchase={purchase}
        attempt={attempt}
        payText={t('payment.pay', { euros: formatEuros(amount) })}
        onResult={(status, reason) => {
          // When the payment page is reopened, it shows the result of a settled purchase.
          if (isMounted()) showResult(purchase, status, reason);
        }}
        onProblem={(message) => dispatch(feedbackAdded('bad', message))}
      />
    </Card>
  );
}
