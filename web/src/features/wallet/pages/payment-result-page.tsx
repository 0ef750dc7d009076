import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { failureOf } from '../../../api/failure.ts';
import { formatEuros, useTranslation } from '../../../i18n/index.ts';
import { KEEPS_PLACE } from '../../../shared/keeps-place.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Button, Card, ErrorState, LinkButton, Loading, PageHeading } from '../../../ui/index.ts';
import { Page } from '../../../ui/page.tsx';
import { coinsText } from '../amounts.ts';
import { forgetPurchase } from '../payment/open-purchase.ts';
import styles from '../payment/payment.module.css';
import type { ResultState } from '../payment/use-show-result.ts';
import { type Payment, showPurchase, useGetPaymentQuery, useWalletDispatch } from '../payments.ts';

interface OutcomeProps {
  readonly look: 'good' | 'waiting' | 'bad';
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

function Outcome({ look, icon, title, children, actions }: OutcomeProps) {
  return (
    <Card className={styles.outcome} role="status">
      <span className={styles[look]} aria-hidden="true">
        {icon}
      </span>
      <h2>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Card>
  );
}

function Succeeded({ amount, credited }: Payment) {
  const { t } = useTranslation('wallet');
  const coins = coinsText(amount);
  return (
    <Outcome
      look="good"
      icon={<CircleCheckBig size={56} />}
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
    </Outcome>
  );
}

interface ReloadProps {
  readonly reloading: boolean;
  readonly onReload: () => unknown;
}

function Processing({ amount, reloading, onReload }: ReloadProps & Pick<Payment, 'amount'>) {
  const { t } = useTranslation('wallet');
  return (
    <Outcome
      look="waiting"
      icon={<Hourglass size={56} />}
      title={t('result.processing')}
      actions={
        <>
          <Button busy={reloading} onClick={() => void onReload()}>
            {t('result.reload')}
          </Button>
          <LinkButton to="/wallet" variant="secondary">
            {t('result.toWallet')}
          </LinkButton>
        </>
      }
    >
      <p>{t('result.wait', { coins: coinsText(amount) })}</p>
    </Outcome>
  );
}

function Failed() {
  const { t } = useTranslation('wallet');
  const { reason } = (useLocation().state ?? {}) as ResultState;
  return (
    <Outcome
      look="bad"
      icon={<CircleX size={56} />}
      title={t('result.failed')}
      actions={
        <>
          <LinkButton to="/wallet/payment">{t('result.again')}</LinkButton>
          <LinkButton to="/wallet" variant="secondary">
            {t('result.toWallet')}
          </LinkButton>
        </>
      }
    >
      <p>{reason ? t('result.because', { reason }) : t('result.nothing')}</p>
    </Outcome>
  );
}

/** Delays between polls of a payment that is not credited yet, in milliseconds. */
const LOOKS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Also shows an error as a toast, once per payment. */
function useToldFailure(failure: string | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (failure) dispatch(feedbackGiven('bad', failure));
  }, [failure, dispatch]);
}

/**
 * Deletes the stored purchase once it is settled, and shows the new balance once it is credited. The address
 * records a success, so that a reload does not repeat this.
 */
function useOutcome(payment: Payment | undefined): void {
  const [search, setSearch] = useSearchParams();
  const dispatch = useWalletDispatch();
  // Whether the address records the success already.
  const marked = useRef(search.has('checked'));
  const awaited = useRef(!marked.current);

  useEffect(() => {
    if (!payment || OPEN.includes(payment.status)) return;
    forgetPurchase();
    if (payment.status !== 'succeeded') return;
    if (!payment.credited) awaited.current = true;
    else if (awaited.current) {
      awaited.current = false;
      void dispatch(showPurchase(payment.amount));
    }
    if (marked.current) return;
    marked.current = true;
    const mark = (before: URLSearchParams) => {
      before.set('checked', 'true');
      return before;
    };
    setSearch(mark, { replace: true, state: KEEPS_PLACE });
  }, [payment, dispatch, setSearch]);
}

/** Polls with increasing delays, for some minutes at most, while a successful payment is not credited. */
function useLooks(payment: Payment | undefined, isFetching: boolean, look: () => unknown): void {
  const looks = useRef(0);
  const waits = payment?.status === 'succeeded' && !payment.credited && !isFetching;
  useEffect(() => {
    const wait = LOOKS_MS[looks.current];
    if (!waits || wait === undefined) return;
    const timer = setTimeout(() => {
      looks.current += 1;
      look();
    }, wait);
    return () => clearTimeout(timer);
  }, [waits, look]);
}

function Result({ paymentId }: { readonly paymentId: string }) {
  const { t } = useTranslation('wallet');
  const { data, error, isFetching, refetch } = useGetPaymentQuery(
    { paymentIntentId: paymentId },
    { refetchOnMountOrArgChange: true },
  );
  // A reader whose session has ended is redirected.
  const lost = error && failureOf(error)?.status !== 401;
  const unknown = lost && !isFetching && data?.status !== 'succeeded';
  const failed = data && !['succeeded', 'processing'].includes(data.status);
  useOutcome(data);
  useLooks(data, isFetching, refetch);
  useToldFailure(unknown ? t('result.failure') : failed ? t('result.failed') : null);
  if (unknown)
    return (
      <Card>
        <ErrorState onRetry={refetch}>{t('result.failure')}</ErrorState>
      </Card>
    );
  if (!data) return <Loading label={t('result.loading')} />;
  if (data.status === 'succeeded') return <Succeeded {...data} />;
  if (data.status === 'processing')
    return <Processing amount={data.amount} reloading={isFetching} onReload={refetch} />;
  return <Failed />;
}

/** Result of a payment, as reported by the server; the address contains only its id. */
export function PaymentResultPage() {
  const { t } = useTranslation('wallet');
  const [search] = useSearchParams();
  const paymentId = search.get('payment_intent');
  if (!paymentId) return <Navigate to="/wallet" replace />;
  return (
    <Page width="34rem">
      <PageHeading>{t('result.title')}</PageHeading>
      <Result paymentId={paymentId} />
    </Page>
  );
}
