import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { useGetCrowdfundingQuery } from '../../../api/crowdfunding.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { type Payment, updateBalanceAfterPurchase, useGetPaymentQuery } from '../../../api/payments.ts';
import type { AppDispatch } from '../../../api/state.ts';
import { useEntity } from '../../../api/stored-entities.ts';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { describeRefusedDonation } from '../../../shared/giving/refused-donation.ts';
import { ThankYou } from '../../../shared/giving/thank-you.tsx';
import { KEEP_SCROLL_AND_FOCUS } from '../../../shared/navigation-state.ts';
import { deletePurchase, hasBuyerPaid } from '../../../shared/payment/open-purchase.ts';
import { usePaymentPolling } from '../../../shared/payment/use-payment-polling.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card, ErrorState, LinkButton, Loading, PageHeading } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import { formatCoins } from '../amounts.ts';
import styles from '../payment/payment.module.css';
import type { ResultState } from '../payment/use-show-result.ts';

const ICONS = { good: CircleCheckBig, waiting: Hourglass, bad: CircleX };

interface ResultCardProps {
  readonly look: keyof typeof ICONS;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

function ResultCard({ look, title, children, actions }: ResultCardProps) {
  const Icon = ICONS[look];
  return (
    <Card className={styles.outcome} role="status">
      <span className={styles[look]} aria-hidden="true">
        <Icon size={56} />
      </span>
      <h2>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Card>
  );
}

/** Result of a purchase whose coins were meant for a donation. */
function DonationResult({ donation }: { readonly donation: NonNullable<Payment['donation']> }) {
  const { t } = useTranslation('giving');
  const { id, crowdfundingId, amount, status, problem } = donation;
  const { data, isError } = useGetCrowdfundingQuery({ id: crowdfundingId });
  const crowdfunding = useEntity('crowdfunding', data?.id);
  if (status === 'made' && crowdfunding)
    return (
      <Card>
        <ThankYou donation={donation} crowdfunding={crowdfunding} />
      </Card>
    );
  if (status === 'made' && isError)
    return (
      <ResultCard
        look="good"
        title={t('thanks.title')}
        actions={<LinkButton to={`/wallet/receipts/${id}`}>{t('thanks.receipt')}</LinkButton>}
      >
        <p>{t('thanks.made', { coins: formatCoins(amount) })}</p>
      </ResultCard>
    );
  if (status !== 'refused')
    return (
      <Card className={styles.outcome}>
        <Loading label={t('making')} />
        {status === 'planned' && <p>{t('later')}</p>}
      </Card>
    );
  return (
    <ResultCard
      look="bad"
      title={t('refused.title')}
      actions={<LinkButton to={`/crowdfundings/${crowdfundingId}`}>{t('refused.back')}</LinkButton>}
    >
      <p>{describeRefusedDonation({ problem })}</p>
    </ResultCard>
  );
}

function SucceededResult({ amount, credited, donation }: Payment) {
  const { t } = useTranslation('wallet');
  const coins = formatCoins(amount);
  if (donation) return <DonationResult donation={donation} />;
  return (
    <ResultCard
      look="good"
      title={t('result.succeeded')}
      actions={
        <>
          <LinkButton to="/wallet">{t('result.toWallet')}</LinkButton>
          <LinkButton to="/crowdfundings" variant="secondary">
            {t('result.support')}
          </LinkButton>
        </>
      }
    >
      <p>
        {credited
          ? t('result.credited', { coins, euros: formatEuros(amount) })
          : t('result.shortly', { coins })}
      </p>
    </ResultCard>
  );
}

interface ReloadProps {
  readonly isReloading: boolean;
  readonly onReload: () => unknown;
}

function ProcessingResult({ amount, isReloading, onReload }: ReloadProps & Pick<Payment, 'amount'>) {
  const { t } = useTranslation('wallet');
  return (
    <ResultCard
      look="waiting"
      title={t('result.processing')}
      actions={
        <>
          <Button busy={isReloading} onClick={() => void onReload()}>
            {t('result.reload')}
          </Button>
          <LinkButton to="/wallet" variant="secondary">
            {t('result.toWallet')}
          </LinkButton>
        </>
      }
    >
      <p>{t('result.wait', { coins: formatCoins(amount) })}</p>
    </ResultCard>
  );
}

function FailedResult() {
  const { t } = useTranslation('wallet', 'ui');
  const { reason } = (useLocation().state ?? {}) as ResultState;
  return (
    <ResultCard
      look="bad"
      title={t('result.failed')}
      actions={
        <>
          <LinkButton to="/wallet/payment">{t('ui:tryAgain')}</LinkButton>
          <LinkButton to="/wallet" variant="secondary">
            {t('result.toWallet')}
          </LinkButton>
        </>
      }
    >
      <p>{reason ? t('result.because', { reason }) : t('result.nothing')}</p>
    </ResultCard>
  );
}

const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Also shows an error as a toast, once per payment. */
function useFailureToast(failure: string | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (failure) dispatch(feedbackAdded('bad', failure));
  }, [failure, dispatch]);
}

/**
 * Deletes the stored purchase once it is settled and shows the new balance once it is credited. Records success in the
 * URL, so that a reload does not repeat these steps.
 */
function usePaymentOutcome(payment: Payment | undefined): void {
  const [search, setSearch] = useSearchParams();
  const dispatch = useDispatch<AppDispatch>();
  // Whether the URL already records success.
  const wasMarked = useRef(search.has('checked'));
  const isAwaited = useRef(!wasMarked.current);

  useEffect(() => {
    if (!payment || OPEN_STATUSES.includes(payment.status)) return;
    deletePurchase();
    if (payment.status !== 'succeeded') return;
    if (!payment.credited) isAwaited.current = true;
    else if (isAwaited.current) {
      isAwaited.current = false;
      void dispatch(updateBalanceAfterPurchase(payment.amount));
    }
    if (wasMarked.current) return;
    wasMarked.current = true;
    const mark = (before: URLSearchParams) => {
      before.set('checked', 'true');
      return before;
    };
    setSearch(mark, { replace: true, state: KEEP_SCROLL_AND_FOCUS });
  }, [payment, dispatch, setSearch]);
}

function PaymentResult({ paymentId }: { readonly paymentId: string }) {
  const { t } = useTranslation('wallet');
  const [openedMs] = useState(Date.now);
  const {
    data: loadedPayment,
    fulfilledTimeStamp: loadedMs = 0,
    error,
    isFetching,
    refetch,
  } = useGetPaymentQuery({ paymentIntentId: paymentId }, { refetchOnMountOrArgChange: true });
  // The result of an earlier attempt to pay can be in the cache.
  const isOutdated = loadedMs < openedMs && !hasBuyerPaid(loadedPayment?.status);
  const data = isOutdated ? undefined : loadedPayment;
  // A user whose session has ended is redirected.
  const isLost = error && getApiFailure(error)?.status !== 401;
  const isUnknown = isLost && !isFetching && data?.status !== 'succeeded';
  const hasFailed = data && !hasBuyerPaid(data.status);
  usePaymentOutcome(data);
  usePaymentPolling(data, isFetching, refetch);
  useFailureToast(isUnknown ? t('result.failure') : hasFailed ? t('result.failed') : null);
  if (isUnknown)
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch}>
          {t('result.failure')}
        </ErrorState>
      </Card>
    );
  if (!data) return <Loading label={t('result.loading')} />;
  if (data.status === 'succeeded') return <SucceededResult {...data} />;
  if (data.status === 'processing')
    return <ProcessingResult amount={data.amount} isReloading={isFetching} onReload={refetch} />;
  return <FailedResult />;
}

/** Result of a payment, as reported by the server. The URL contains only the payment id. */
export function PaymentResultPage() {
  const { t } = useTranslation('wallet');
  const [search] = useSearchParams();
  const paymentId = search.get('payment_intent');
  if (!paymentId) return <Navigate to="/wallet" replace />;
  return (
    <Page width="34rem">
      <PageHeading>{t('result.title')}</PageHeading>
      <PaymentResult paymentId={paymentId} />
    </Page>
  );
}
