import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Receipt as ReceiptData } from '../../../../contract/wallet.ts';
import { formatDateTime, formatEuros, getDisplayName, useTranslation } from '../../i18n/index.ts';
import { getTrailLinePath } from '../../shared/giving/trail-path.ts';
import { LogoMark } from '../../ui/index.ts';
import { formatCoins } from './amounts.ts';
import styles from './receipt.module.css';
import { getTransactionTextKey } from './transaction-text.ts';

interface ReceiptFieldProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Uses a monospace font. For values that are compared character by character. */
  readonly code?: boolean;
}

function ReceiptField({ name, children, code }: ReceiptFieldProps) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={code ? styles.code : undefined}>{children}</dd>
    </div>
  );
}

/** A receipt for screen and print. */
export function Receipt({ receipt }: { readonly receipt: ReceiptData }) {
  const { t } = useTranslation('wallet');
  const { number, dateTime, amount, direction, crowdfunding, paymentId, balance, holder } = receipt;
  return (
    <article className={styles.paper} aria-label={t('receipt.label', { number })}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <LogoMark size={36} />
          Kindra
        </span>
        <span>{t(getTransactionTextKey(receipt))}</span>
      </header>
      <p className={styles.amount}>
        <strong>
          {direction === 'IN' ? '+' : '−'}
          {formatCoins(amount)}
        </strong>
        <span>{formatEuros(amount)}</span>
      </p>
      <dl className={styles.facts}>
        <ReceiptField name={t('receipt.number')}>{number}</ReceiptField>
        <ReceiptField name={t('receipt.date')}>
          <time dateTime={dateTime}>{formatDateTime(dateTime)}</time>
        </ReceiptField>
        <ReceiptField name={t('receipt.holder')}>
          {holder.profileName} (@{holder.nickname})
        </ReceiptField>
        {crowdfunding && (
          <ReceiptField name={t('receipt.crowdfunding')}>
            <Link to={`/crowdfundings/${crowdfunding.id}`}>{getDisplayName(crowdfunding.title)}</Link>
          </ReceiptField>
        )}
        {paymentId && (
          <ReceiptField name={t('receipt.payment')} code>
            {paymentId}
          </ReceiptField>
        )}
        <ReceiptField name={t('receipt.balance')}>{formatCoins(balance)}</ReceiptField>
        <ReceiptField name={t('receipt.entry')} code>
          {receipt.entryId}
        </ReceiptField>
        {receipt.eventId && (
          <ReceiptField name={t('receipt.event')} code>
            {t('receipt.eventAt', { id: receipt.eventId, position: receipt.position })}
          </ReceiptField>
        )}
        {receipt.eventHash && (
          <ReceiptField name={t('receipt.hash')} code>
            {receipt.eventHash}
          </ReceiptField>
        )}
        {crowdfunding && receipt.trail && (
          <ReceiptField name={t('receipt.trail')} code>
            <Link to={getTrailLinePath(crowdfunding.id, receipt.trail.sequence)}>
              {receipt.trail.sequence}: {receipt.trail.hash}
            </Link>
          </ReceiptField>
        )}
      </dl>
      <p className={styles.note}>{t('receipt.rate')}</p>
    </article>
  );
}
