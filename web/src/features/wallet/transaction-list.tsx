import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import { Skeleton } from '../../ui/index.ts';
import { TransactionRow } from './transaction-row.tsx';
import { useGetTransactionsInfiniteQuery } from './transactions.ts';
import styles from './wallet.module.css';

function RowSkeletons() {
  const { t } = useTranslation('wallet');
  return (
    <div role="status" aria-label={t('list.loading')} className={styles.rows}>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" round />
          <span className={styles.what}>
            <Skeleton width="9rem" height="1.1em" />
            <Skeleton width="6rem" height="0.8em" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Wallet transactions, newest first, page by page. */
export function TransactionList() {
  const { t } = useTranslation('wallet');
  const query = useGetTransactionsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <PagedList
      query={query}
      items={getItems(query.data)}
      label={t('transactions')}
      className={styles.rows}
      loading={<RowSkeletons />}
      empty={t('list.none')}
      failure={t('list.failure')}
      hasButton
    >
      {(transaction) => <TransactionRow transaction={transaction} />}
    </PagedList>
  );
}
