import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Transaction } from '../../../../contract/wallet.ts';
import { formatDateTime, getDisplayName, useTranslation } from '../../i18n/index.ts';
import { classNames, RelativeTime } from '../../ui/index.ts';
import { formatCoins } from './amounts.ts';
import { getTransactionTextKey } from './transaction-text.ts';
import styles from './wallet.module.css';

/** A wallet transaction, with the balance after it. */
export function TransactionRow({ transaction }: { readonly transaction: Transaction }) {
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
