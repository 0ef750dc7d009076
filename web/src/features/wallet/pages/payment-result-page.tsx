import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { type Payment, showPurchase, usePaymentQuery, useWalletDispatch } from '../../../api/wallet.ts';
import { KEEPS_PLACE } from '../../../shared/keeps-place.ts';
import { Button, Card, ErrorState, LinkButton, Loading, PageHeading } from '../../../ui/index.ts';
import { coinsText, eurosText } from '../amounts.ts';
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
  return (
    <Outcome
      look="good"
      icon={<CircleCheckBig size={56} />}
      title="Thank you, the payment succeeded"
      actions={
        <>
          <LinkButton to="/wallet">Go to the wallet</LinkButton>
          <LinkButton to="/crowdfundings" variant="secondary">
            Support a crowdfunding
          </LinkButton>
        </>
      }
    >
      <p>
        {credited
          ? `${coinsText(amount)} are in your wallet, for ${eurosText(amount)}.`
          : `Your ${coinsText(amount)} will be in your wallet shortly.`}
      </p>
    </Outcome>
  );
}

interface ReloadProps {
  readonly reloading: boolean;
  readonly onReload: () => unknown;
}

function Processing({ amount, reloading, onReload }: ReloadProps & Pick<Payment, 'amount'>) {
  return (
    <Outcome
      look="waiting"
      icon={<Hourglass size={56} />}
      title="Your payment is being processed"
      actions={
        <>
          <Button busy={reloading} onClick={() => void onReload()}>
            Reload
          </Button>
          <LinkButton to="/wallet" variant="secondary">
            Go to the wallet
          </LinkButton>
        </>
      }
    >
      <p>
        Your bank takes a little time. The {coinsText(amount)} come into your wallet by themselves once it has
        paid.
      </p>
    </Outcome>
  );
}

function Failed() {
  const { reason } = (useLocation().state ?? {}) as ResultState;
  return (
    <Outcome
      look="bad"
      icon={<CircleX size={56} />}
      title="Payment failed. Please try again."
      actions={
        <>
          <LinkButton to="/wallet/payment">Try again</LinkButton>
          <LinkButton to="/wallet" variant="secondary">
            Go to the wallet
          </LinkButton>
        </>
      }
    >
      <p>{reason ? `${reason} Nothing was paid.` : 'Nothing was paid.'}</p>
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
  const { data, isFetching, isError, refetch } = usePaymentQuery(paymentId, {
    refetchOnMountOrArgChange: true,
  });
  useOutcome(data);
  if (isError && !isFetching)
    return (
      <Card>
        <ErrorState onRetry={refetch}>Failed to retrieve payment status.</ErrorState>
      </Card>
    );
  if (!data) return <Loading label="Looking at your payment" />;
  if (data.status === 'succeeded') return <Succeeded {...data} />;
  if (data.status === 'processing')
    return <Processing amount={data.amount} reloading={isFetching} onReload={refetch} />;
  return <Failed />;
}

/** What came of a payment, as the server knows it; the address only names it. */
export function PaymentResultPage() {
  const [search] = useSearchParams();
  const paymentId = search.get('payment_intent');
  if (!paymentId) return <Navigate to="/wallet" replace />;
  return (
    <div className={styles.page}>
      <PageHeading>Payment</PageHeading>
      <Result paymentId={paymentId} />
    </div>
  );
}
