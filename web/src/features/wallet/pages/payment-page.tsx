import { useEffect, useState } from 'react';
import { DEFAULT_PURCHASE } from '../../../../../contract/rules/wallet.ts';
import { useGetPaymentQuery } from '../../../api/payments.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { getPaymentId, hasBuyerPaid } from '../../../shared/payment/open-purchase.ts';
import { useSteps } from '../../../shared/use-steps.ts';
import { focusPage, Loading, ProgressBar } from '../../../ui/index.ts';
import { Page, PageHeader } from '../../../ui/page.tsx';
import { AmountStep } from '../payment/amount-step.tsx';
import { CardStep, type CardStepProps } from '../payment/card-step.tsx';
import styles from '../payment/payment.module.css';
import { usePurchase } from '../payment/use-purchase.ts';
import { useShowResult } from '../payment/use-show-result.ts';

const AMOUNT_STEP = 0;
const CARD_STEP = 1;
const STEPS = 2;

/** Resumes a purchase that was started before the page was loaded. If it is paid, redirects to the result. */
function ResumedCardStep(props: CardStepProps) {
  const { t } = useTranslation('wallet');
  const { purchase, onBack } = props;
  const { data, isLoading } = useGetPaymentQuery(
    { paymentIntentId: getPaymentId(purchase.clientSecret) },
    { refetchOnMountOrArgChange: true },
  );
  const status = data?.status;
  const hasPaid = hasBuyerPaid(status);
  const showResult = useShowResult();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the state of the payment changes.
  useEffect(() => {
    if (hasPaid) showResult(purchase, status);
    else if (status === 'canceled') onBack();
  }, [status]);

  if (isLoading || hasPaid) return <Loading label={t('payment.loading')} />;
  return <CardStep {...props} />;
}

/** Purchase of kindracoins in two steps: amount and card. */
export function PaymentPage() {
  const { t } = useTranslation('wallet');
  const { current, isStarting, startPurchase, pausePurchase, discardPurchase } = usePurchase();
  const [amount, setAmount] = useState(DEFAULT_PURCHASE);
  const { step, open } = useSteps(current ? CARD_STEP : AMOUNT_STEP);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per purchase that is started or resumed.
  useEffect(() => {
    if (current && step === AMOUNT_STEP) void open(CARD_STEP);
  }, [current?.purchase]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per step.
  useEffect(() => {
    window.scrollTo(0, 0);
    focusPage();
    if (step === AMOUNT_STEP) pausePurchase();
  }, [step]);

  const changeAmount = () => {
    if (current) setAmount(current.purchase.amount);
    discardPurchase();
    void open(AMOUNT_STEP);
  };
  const shownStep = { step: step + 1, steps: STEPS };

  const Step = current?.isResumed ? ResumedCardStep : CardStep;
  return (
    <Page width="34rem">
      <PageHeader title={t('payment.title')} back={{ to: '/wallet', label: t('title') }} />
      <p className={styles.stepText} aria-hidden="true">
        {t('payment.step', shownStep)}
      </p>
      <ProgressBar
        label={t('payment.steps')}
        value={shownStep.step}
        max={STEPS}
        valueText={t('payment.step', shownStep)}
      />
      {current && step === CARD_STEP ? (
        <Step purchase={current.purchase} onBack={changeAmount} />
      ) : (
        <AmountStep
          initialAmount={current?.purchase.amount ?? amount}
          busy={isStarting}
          onChoose={(chosen) => void startPurchase(chosen)}
        />
      )}
    </Page>
  );
}
