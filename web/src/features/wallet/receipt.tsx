import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Receipt as ReceiptData } from '../../../../contract/wallet.ts';
import { displayName, formatDateTime, formatEuros, useTranslation } from '../../i18n/index.ts';
import { LogoMark } from '../../ui/index.ts';
import { coinsText } from './amounts.ts';
import styles from './receipt.module.css';
import { kindOf } from './transaction-words.ts';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Monospace, for values that are compared character by character. */
  readonly code?: boolean;
}

function Fact({ name, children, code }: FactProps) {
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
        <span>{t(kindOf(receipt))}</span>
      </header>
      <p className={styles.amount}>
        <strong>
          {direction === 'IN' ? '+' : '−'}
          {coinsText(amount)}
        </strong>
        <span>{formatEuros(amount)}</span>
      </p>
      <dl className={styles.facts}>
        <Fact name={t('receipt.number')}>{number}</Fact>
        <Fact name={t('receipt.date')}>
          <time dateTime={dateTime}>{formatDateTime(dateTime)}</time>
        </Fact>
        <Fact name={t('receipt.holder')}>
          {holder.profileName} (@{holder.nickname})
        </Fact>
        {crowdfunding && (
          <Fact name={t('receipt.crowdfunding')}>
            <Link to={`/crowdfundings/${crowdfunding.id}`}>{displayName(crowdfunding.title)}</Link>
          </Fact>
        )}
        {paymentId && (
          <Fact name={t('receipt.payment')} code>
            {paymentId}
          </Fact>
        )}
        <Fact name={t('receipt.balance')}>{coinsText(balance)}</Fact>
        <Fact name={t('receipt.entry')} code>
          {receipt.entryId}
        </Fact>
        {receipt.eventId && (
          <Fact name={t('receipt.event')} code>
            {t('receipt.eventAt', { id: receipt.eventId, position: receipt.position })}
          </Fact>
        )}
        {receipt.eventHash && (
          <Fact name={t('receipt.hash')} code>
            {receipt.eventHash}
          </Fact>
        )}
        {crowdfunding && receipt.trail && (
          <Fact name={t('receipt.trail')} code>
            <Link to={`/crowdfundings/${crowdfunding.id}/coins`}>
              {receipt.trail.sequence}: {receipt.trail.hash}
            </Link>
          </Fact>
        )}
      </dl>
      <p className={styles.note}>{t('receipt.rate')}</p>
    </article>
  );
}
