import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { insufficientCoins, MIN_PURCHASE } from '../../../../../contract/rules/wallet.ts';
import { type Crowdfunding, crowdfundingsApi } from '../../../api/crowdfunding.ts';
import { type Payment, updateBalanceAfterPurchase, useGetPaymentQuery } from '../../../api/payments.ts';
import type { AppDispatch } from '../../../api/state.ts';
import { formatEuros, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { RefusedDonation } from '../../../shared/giving/refused-donation.tsx';
import type { MadeDonation } from '../../../shared/giving/thank-you.tsx';
import { CardForm } from '../../../shared/payment/card-form.tsx';
import { getPaymentId, hasBuyerPaid, type OpenPurchase } from '../../../shared/payment/open-purchase.ts';
import { type PaymentAttempt, usePaymentAttempt } from '../../../shared/payment/use-payment-attempt.ts';
import { usePaymentPolling } from '../../../shared/payment/use-payment-polling.ts';
import { Button, Dialog, ErrorState, Loading } from '../../../ui/index.ts';
import styles from './giving-sheet.module.css';
import { type DonationPlan, useDonationPurchase } from './use-donation-purchase.ts';

interface SheetProps {
  readonly crowdfunding: Crowdfunding;
  readonly plan: DonationPlan;
  readonly balance: number;
  readonly onGiven: (donation: MadeDonation) => void;
  readonly onClose: () => void;
}

/** Breakdown of a donation: its amount, the balance and the coins to buy. */
function DonationSummary({ amount, balance, bought }: Record<'amount' | 'balance' | 'bought', number>) {
  const { t } = useTranslation('giving');
  const remainingBalance = balance + bought - amount;
  const lines = [
    [t('donation'), formatKindracoins(amount)],
    [t('wallet'), formatKindracoins(balance)],
    [t('purchase'), `${formatKindracoins(bought)} · ${formatEuros(bought)}`],
    ...(remainingBalance > 0 ? [[t('left'), formatKindracoins(remainingBalance)] as const] : []),
  ] as const;
  return (
    <>
      <dl className={styles.lines}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {remainingBalance > 0 && (
        <p className={styles.hint}>{t('smallest', { coins: formatKindracoins(MIN_PURCHASE) })}</p>
      )}
    </>
  );
}

interface CardProps {
  readonly purchase: OpenPurchase;
  readonly attempt: PaymentAttempt;
  readonly onPaid: () => void;
}

function CardPart({ purchase, attempt, onPaid }: CardProps) {
  const { t } = useTranslation('giving');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <CardForm
        purchase={purchase}
        attempt={attempt}
        isForDonation
        payText={t('pay', { euros: formatEuros(purchase.amount) })}
        onProblem={setProblem}
        onResult={(status, reason) => {
          if (hasBuyerPaid(status)) onPaid();
          else setProblem(reason ? t('because', { reason }) : t('notPaid'));
        }}
      />
    </>
  );
}

/** Reports the outcome of a paid purchase once. */
function useOutcome(payment: Payment | undefined, { crowdfunding: { id }, onGiven }: SheetProps): void {
  const dispatch = useDispatch<AppDispatch>();
  const refresh = useDispatch();
  const status = payment?.donation?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per outcome.
  useEffect(() => {
    if (!payment?.donation || status === 'planned') return;
    void dispatch(updateBalanceAfterPurchase(payment.amount));
    refresh(
      crowdfundingsApi.util.invalidateTags([
        { type: 'Donations', id },
        { type: 'Crowdfunding', id },
      ]),
    );
    if (status === 'made') onGiven(payment.donation);
  }, [status]);
}

/** Queries the purchase once it is paid, until its donation is made or refused. */
function usePaidPurchase(purchase: OpenPurchase | null, props: SheetProps) {
  const { data, isFetching, isError, refetch } = useGetPaymentQuery(
    purchase ? { paymentIntentId: getPaymentId(purchase.clientSecret) } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  usePaymentPolling(data, isFetching, refetch);
  useOutcome(data, props);
  const hasFailed = isError && !isFetching && !data;
  const isDelayed = data?.status === 'processing';
  const isRefused = data?.donation?.status === 'refused';
  const isPending = purchase !== null && !hasFailed && !isDelayed && !isRefused;
  return { donation: data?.donation, hasFailed, isDelayed, isRefused, isPending, refetch };
}

function PaidPart({
  donation,
  hasFailed,
  isDelayed,
  isRefused,
  refetch,
}: ReturnType<typeof usePaidPurchase>) {
  const { t } = useTranslation('giving', 'wallet');
  if (donation && isRefused) return <RefusedDonation problem={donation.problem} />;
  if (isDelayed) return <p>{t('processing')}</p>;
  if (hasFailed) return <ErrorState onRetry={refetch}>{t('wallet:result.failure')}</ErrorState>;
  return <Loading label={t('making')} />;
}

/**
 * Hides a dialog that is closed while a payment is in progress, so that the outcome is still reported. The dialog
 * opens again if the payment ends in anything but a donation.
 */
function useHiding(isInProgress: boolean, onClose: () => void) {
  const [isHidden, setHidden] = useState(false);
  if (isHidden && !isInProgress) setHidden(false);
  return { isHidden, close: () => (isInProgress ? setHidden(true) : onClose()) };
}

/** Dialog that buys the missing coins for a donation, then donates. Requires the namespaces `giving` and `wallet`. */
export function GivingSheet(props: SheetProps) {
  const { crowdfunding, plan, balance, onClose } = props;
  const { t } = useTranslation('giving', 'ui');
  const bought = Math.max(MIN_PURCHASE, plan.amount - balance);
  const { purchase, problem, retry } = useDonationPurchase(crowdfunding.id, plan, bought);
  const attempt = usePaymentAttempt();
  const [isPaid, setPaid] = useState(false);
  const paid = usePaidPurchase(isPaid ? purchase : null, props);
  const { isHidden, close } = useHiding(attempt.isPaying || paid.isPending, onClose);
  return (
    <Dialog
      open={!isHidden}
      keepsContent
      title={t('title', { coins: formatKindracoins(plan.amount) })}
      onClose={close}
    >
      <div className={styles.sheet}>
        {!isPaid && <p role="alert">{translateMessage(insufficientCoins)}</p>}
        {!isPaid && <DonationSummary amount={plan.amount} balance={balance} bought={bought} />}
        {isPaid && <PaidPart {...paid} />}
        {!isPaid && purchase && (
          <CardPart purchase={purchase} attempt={attempt} onPaid={() => setPaid(true)} />
        )}
        {!purchase && problem && <ErrorState onRetry={retry}>{translateMessage(problem)}</ErrorState>}
        {!purchase && !problem && <Loading label={t('preparing')} />}
        <Button variant="secondary" wide onClick={close}>
          {t('ui:close')}
        </Button>
      </div>
    </Dialog>
  );
}
