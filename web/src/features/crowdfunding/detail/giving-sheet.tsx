import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { insufficientCoins, MIN_PURCHASE } from '../../../../../contract/rules/wallet.ts';
import { type Crowdfunding, crowdfundingsApi } from '../../../api/crowdfunding.ts';
import { type Payment, updateBalanceAfterPurchase } from '../../../api/payments.ts';
import type { AppDispatch } from '../../../api/state.ts';
import { formatEuros, translateMessage, useTranslation } from '../../../i18n/index.ts';
import { formatKindracoins } from '../../../shared/crowdfunding/coins.ts';
import { describeRefusedDonation } from '../../../shared/giving/refused-donation.ts';
import type { MadeDonation } from '../../../shared/giving/thank-you.tsx';
import { CardForm } from '../../../shared/payment/card-form.tsx';
import { followPayment } from '../../../shared/payment/follow-payment.ts';
import { getPaymentId, hasBuyerPaid, type OpenPurchase } from '../../../shared/payment/open-purchase.ts';
import { type PaymentAttempt, usePaymentAttempt } from '../../../shared/payment/use-payment-attempt.ts';
import { useIsMounted } from '../../../shared/use-is-mounted.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
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
  const report = useReport();
  const reportProblem = (message: string) => report('bad', message, setProblem);
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
        onProblem={reportProblem}
        onResult={(status, reason) => {
          if (hasBuyerPaid(status)) onPaid();
          else reportProblem(reason ? t('because', { reason }) : t('notPaid'));
        }}
      />
    </>
  );
}

/** Returns a function that shows a message in the sheet or, if the user has left the page, as a toast. */
function useReport() {
  const dispatch = useDispatch();
  const isMounted = useIsMounted();
  return (type: 'ok' | 'bad', message: string, show: (message: string) => void): void => {
    if (isMounted()) show(message);
    else dispatch(feedbackAdded(type, message));
  };
}

/** What the sheet shows about a paid purchase, unless its donation was made. */
interface PaidState {
  readonly message: string | null;
  /** Whether the payment could not be loaded. */
  readonly hasFailed?: boolean;
  /** Whether the bank was still processing the payment when it was last loaded. */
  readonly canReload?: boolean;
}

/** Follows a purchase once it is paid, and reports the outcome of its donation, also if the user leaves the page. */
function usePaidPurchase(purchase: OpenPurchase | null, { crowdfunding: { id }, onGiven }: SheetProps) {
  const { t } = useTranslation('giving', 'wallet');
  const dispatch = useDispatch<AppDispatch>();
  const refresh = useDispatch();
  const report = useReport();
  const [state, setState] = useState<PaidState | null>(null);

  function finish({ amount, status, donation }: Payment): void {
    const isDecided = donation && donation.status !== 'planned';
    if (isDecided) {
      void dispatch(updateBalanceAfterPurchase(amount));
      refresh(
        crowdfundingsApi.util.invalidateTags([
          { type: 'Donations', id },
          { type: 'Crowdfunding', id },
        ]),
      );
    }
    const show = (message: string) => setState({ message });
    if (donation?.status === 'made') onGiven(donation);
    else if (isDecided) report('bad', describeRefusedDonation(donation), show);
    else if (status === 'processing') setState({ message: t('processing'), canReload: true });
    else if (status === 'succeeded') report('ok', t('later'), show);
    else report('bad', t('notPaid'), show);
  }

  const follow = async () => {
    if (!purchase) return;
    setState({ message: null });
    const reportProcessing = () => report('ok', t('processing'), (message) => setState({ message }));
    const payment = await dispatch(
      followPayment(getPaymentId(purchase.clientSecret), reportProcessing),
    ).catch(() => null);
    if (payment) finish(payment);
    else report('bad', t('wallet:result.failure'), (message) => setState({ message, hasFailed: true }));
  };
  return { state, follow, isPending: state?.message === null };
}

function PaidPart({
  state,
  follow,
}: Pick<ReturnType<typeof usePaidPurchase>, 'follow'> & { readonly state: PaidState }) {
  const { t } = useTranslation('giving', 'wallet');
  if (state.message === null) return <Loading label={t('making')} />;
  if (state.hasFailed) return <ErrorState onRetry={() => void follow()}>{state.message}</ErrorState>;
  return (
    <>
      <p role="status">{state.message}</p>
      {state.canReload && (
        <Button wide onClick={() => void follow()}>
          {t('wallet:result.reload')}
        </Button>
      )}
    </>
  );
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
  const { crowdfunding, plan, onClose } = props;
  const { t } = useTranslation('giving', 'ui');
  // The purchase is started once, so it must not be shown with a balance that has changed since.
  const [balance] = useState(props.balance);
  const bought = Math.max(MIN_PURCHASE, plan.amount - balance);
  const { purchase, problem, retry } = useDonationPurchase(crowdfunding.id, plan, bought);
  const attempt = usePaymentAttempt();
  const { state, follow, isPending } = usePaidPurchase(purchase, props);
  const isPaid = state !== null;
  const { isHidden, close } = useHiding(attempt.isPaying || isPending, onClose);
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
        {isPaid && <PaidPart state={state} follow={follow} />}
        {!isPaid && purchase && (
          <CardPart purchase={purchase} attempt={attempt} onPaid={() => void follow()} />
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
