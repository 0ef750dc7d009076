import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Transaction } from '../../../../contract/wallet.ts';
import { getItems } from '../../api/paging.ts';
import { formatDateTime, getDisplayName, useTranslation } from '../../i18n/index.ts';
import { PagedList } from '../../shared/paged-list.tsx';
import { classNames, RelativeTime, Skeleton } from '../../ui/index.ts';
import { formatCoins } from './amounts.ts';
import { getTransactionTextKey } from './transaction-text.ts';
import { useGetTransactionsInfiniteQuery } from './transactions.ts';
import styles from './wallet.module.css';

function RowSkeletons() {
  const { t } = useTranslation('wallet');
  return (
    <div role="status" aria-label={t('list.loading')}>
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

function TransactionRow({ transaction }: { readonly transaction: Transaction }) {
  const { t } = useTranslation('wallet');
  const { id, amount, direction, dateTime, balance, crowdfunding } = transaction;
  const isIn = direction === 'IN';
  const Arrow = isIn ? ArrowDownLeft : ArrowUpRight;
  const description = t(getTransactionTextKey(transaction));
  return (
    <li className={styles.row}>
      <span className={classNames(styles.mark, isIn ? styles.in : styles.out)} aria-hidden="true">
        <Arrow size={20} />
      </span>
      <div className={styles.what}>
        <strong>{description}</strong>
        {crowdfunding && (
          <Link to={`/crowdfundings/${crowdfunding.id}`}>{getDisplayName(crowdfunding.title)}</Link>
        )}
        <span className={styles.small}>
          <RelativeTime instant={dateTime} />
          {' · '}
          <Link
            to={`/wallet/receipts/${id}`}
            className={styles.receipt}
            aria-label={t('list.receiptOf', {
              what: description,
              coins: formatCoins(amount),
              date: formatDateTime(dateTime),
            })}
          >
            {t('list.receipt')}
          </Link>
        </span>
      </div>
      <div className={styles.sums}>
        <strong className={isIn ? styles.plus : undefined}>
          {isIn ? '+' : '−'}
          {formatCoins(amount)}
        </strong>
        <span className={styles.small}>{t('list.balance', { coins: formatCoins(balance) })}</span>
      </div>
    </li>
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
      loading={<RowSkeletons />}
      empty={t('list.none')}
      failure={t('list.failure')}
      hasButton
    >
      {(transaction) => <TransactionRow transaction={transaction} />}
    </PagedList>
  );
}
