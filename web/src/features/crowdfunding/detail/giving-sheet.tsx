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
import { usePaymentAttempt } from '../../../shared/payment/use-payment-attempt.ts';
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
  readonly onPaid: () => void;
}

function CardPart({ purchase, onPaid }: CardProps) {
  const { t } = useTranslation('giving');
  const attempt = usePaymentAttempt();
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

function PaidPart({ purchase, ...props }: SheetProps & Pick<CardProps, 'purchase'>) {
  const { t } = useTranslation('giving');
  const { data, isFetching, refetch } = useGetPaymentQuery(
    { paymentIntentId: getPaymentId(purchase.clientSecret) },
    { refetchOnMountOrArgChange: true },
  );
  usePaymentPolling(data, isFetching, refetch);
  useOutcome(data, props);
  if (data?.donation?.status === 'refused') return <RefusedDonation problem={data.donation.problem} />;
  if (data?.status === 'processing') return <p>{t('processing')}</p>;
  return <Loading label={t('making')} />;
}

/** Dialog that buys the missing coins for a donation, then donates. Requires the namespaces `giving` and `wallet`. */
export function GivingSheet(props: SheetProps) {
  const { crowdfunding, plan, balance, onClose } = props;
  const { t } = useTranslation('giving', 'ui');
  const bought = Math.max(MIN_PURCHASE, plan.amount - balance);
  const { purchase, problem, retry } = useDonationPurchase(crowdfunding.id, plan, bought);
  const [isPaid, setPaid] = useState(false);
  return (
    <Dialog open title={t('title', { coins: formatKindracoins(plan.amount) })} onClose={onClose}>
      <div className={styles.sheet}>
        {!isPaid && <p role="alert">{translateMessage(insufficientCoins)}</p>}
        {!isPaid && <DonationSummary amount={plan.amount} balance={balance} bought={bought} />}
        {isPaid && purchase && <PaidPart {...props} purchase={purchase} />}
        {!isPaid && purchase && <CardPart purchase={purchase} onPaid={() => setPaid(true)} />}
        {!purchase && problem && <ErrorState onRetry={retry}>{translateMessage(problem)}</ErrorState>}
        {!purchase && !problem && <Loading label={t('preparing')} />}
        <Button variant="secondary" wide onClick={onClose}>
          {t('ui:close')}
        </Button>
      </div>
    </Dialog>
  );
}
