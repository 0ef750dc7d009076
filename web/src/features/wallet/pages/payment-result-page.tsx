import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { type Payment, showPurchase, usePaymentQuery, useWalletDispatch } from '../../../api/wallet.ts';
import { formatEuros, tell, useTranslation } from '../../../i18n/index.ts';
import { KEEPS_PLACE } from '../../../shared/keeps-place.ts';
import { Button, Card, ErrorState, LinkButton, Loading, PageHeading } from '../../../ui/index.ts';
import { coinsText } from '../amounts.ts';
import { forgetPurchase } from '../payment/open-purchase.ts';
import styles from '../payment/payment.module.css';
import type { ResultState } from '../payment/use-show-result.ts';

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
      <p>{reason ? t('result.because', { reason: tell(reason) }) : t('result.nothing')}</p>
    </Outcome>
  );
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Brings a success into the balance once, which the address remembers; and forgets a purchase that is settled. */
function useOutcome(payment: Payment | undefined): void {
  const [search, setSearch] = useSearchParams();
  const dispatch = useWalletDispatch();
  const shown = useRef(false);
  const checked = search.has('checked');

  useEffect(() => {
    if (!payment || OPEN.includes(payment.status)) return;
    forgetPurchase();
    if (payment.status !== 'succeeded' || checked || shown.current) return;
    shown.current = true;
    if (payment.credited) void dispatch(showPurchase(payment.amount));
    const mark = (before: URLSearchParams) => {
      before.set('checked', 'true');
      return before;
    };
    setSearch(mark, { replace: true, state: KEEPS_PLACE });
  }, [payment, checked, dispatch, setSearch]);
}

function Result({ paymentId }: { readonly paymentId: string }) {
  const { t } = useTranslation('wallet');
  const { data, isFetching, isError, refetch } = usePaymentQuery(paymentId, {
    refetchOnMountOrArgChange: true,
  });
  useOutcome(data);
  if (isError && !isFetching)
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

/** What came of a payment, as the server knows it; the address only names it. */
export function PaymentResultPage() {
  const { t } = useTranslation('wallet');
  const [search] = useSearchParams();
  const paymentId = search.get('payment_intent');
  if (!paymentId) return <Navigate to="/wallet" replace />;
  return (
    <div className={styles.page}>
      <PageHeading>{t('result.title')}</PageHeading>
      <Result paymentId={paymentId} />
    </div>
  );
}
