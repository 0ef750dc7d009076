import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Receipt as ReceiptData } from '../../../../api/contract/wallet.ts';
import { formatDateTime } from '../../i18n/index.ts';
import { LogoMark } from '../../ui/index.ts';
import { coinsText } from './amounts.ts';
import styles from './receipt.module.css';
import { wordsOf } from './transaction-words.ts';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  /** Letters of one width, for what is compared letter by letter. */
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

/** A receipt as it is shown and printed. */
export function Receipt({ receipt }: { readonly receipt: ReceiptData }) {
  const { number, dateTime, amount, euros, direction, crowdfunding, paymentId, balance, holder } = receipt;
  return (
    <article className={styles.paper} aria-label={`Receipt ${number}`}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <LogoMark size={36} />
          Kindra
        </span>
        <span>{wordsOf(receipt)}</span>
      </header>
      <p className={styles.amount}>
        <strong>
          {direction === 'IN' ? '+' : '−'}
          {coinsText(amount)}
        </strong>
        <span>{euros} €</span>
      </p>
      <dl className={styles.facts}>
        <Fact name="Receipt number">{number}</Fact>
        <Fact name="Date">
          <time dateTime={dateTime}>{formatDateTime(dateTime)}</time>
        </Fact>
        <Fact name="Wallet of">
          {holder.profileName} (@{holder.nickname})
        </Fact>
        {crowdfunding && (
          <Fact name="Crowdfunding">
            <Link to={`/crowdfundings/${crowdfunding.id}`}>{crowdfunding.title}</Link>
          </Fact>
        )}
        {paymentId && (
          <Fact name="Card payment" code>
            {paymentId}
          </Fact>
        )}
        <Fact name="Balance afterwards">{coinsText(balance)}</Fact>
        <Fact name="Entry in the books" code>
          {receipt.entryId}
        </Fact>
        {receipt.eventId && (
          <Fact name="Event in the log" code>
            {receipt.eventId} (position {receipt.position})
          </Fact>
        )}
        {receipt.eventHash && (
          <Fact name="Hash of the event" code>
            {receipt.eventHash}
          </Fact>
        )}
        {crowdfunding && receipt.trail && (
          <Fact name="Line in the coin trail" code>
            <Link to={`/crowdfundings/${crowdfunding.id}/coins`}>
              {receipt.trail.sequence}: {receipt.trail.hash}
            </Link>
          </Fact>
        )}
      </dl>
      <p className={styles.note}>100 kindracoins are 1.00 euro.</p>
    </article>
  );
}
