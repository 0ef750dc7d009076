import { ArrowLeft, Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { getApiFailure } from '../../../api/failure.ts';
import { useGetReceiptQuery } from '../../../api/wallet.ts';
import { translateMessage, useTranslation } from '../../../i18n/index.ts';
import {
  Button,
  Card,
  classNames,
  EmptyState,
  ErrorState,
  LinkButton,
  Loading,
  PageHeading,
} from '../../../ui/index.ts';
import styles from '../receipt.module.css';
import { Receipt } from '../receipt.tsx';

function ReceiptContent({ id }: { readonly id: string }) {
  const { t } = useTranslation('wallet');
  const { data, error, isFetching, refetch } = useGetReceiptQuery({ id });
  if (data)
    return (
      <>
        <Receipt receipt={data} />
        <Button
          className={styles.notPrinted}
          icon={<Printer size={20} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('receipt.print')}
        </Button>
      </>
    );
  if (isFetching) return <Loading label={t('receipt.loading')} />;
  const failure = getApiFailure(error);
  return (
    <Card>
      {failure?.status === 404 ? (
        <EmptyState>{translateMessage(failure)}</EmptyState>
      ) : (
        <ErrorState onRetry={refetch}>{t('receipt.failure')}</ErrorState>
      )}
    </Card>
  );
}

/** Receipt for a wallet transaction, on screen and in print. */
export function ReceiptPage() {
  const { t } = useTranslation('wallet');
  const { transactionId = '' } = useParams();
  return (
    <div className={styles.page}>
      <div className={classNames(styles.back, styles.notPrinted)}>
        <LinkButton
          to="/wallet"
          variant="quiet"
          size="small"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
        >
          {t('title')}
        </LinkButton>
      </div>
      <PageHeading>{t('receipt.title')}</PageHeading>
      <ReceiptContent id={transactionId} />
    </div>
  );
}
