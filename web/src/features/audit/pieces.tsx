import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { classNames, useScrollEdges } from '../../ui/index.ts';
import { accountAddress, accountName, ownerText } from './addresses.ts';
import styles from './audit.module.css';
import { utcText } from './words.ts';

/** Coins in a column of figures; nothing where there are none. */
export function Figure({ coins, blank = false }: { readonly coins: number; readonly blank?: boolean }) {
  return <span className={styles.figure}>{blank && coins === 0 ? '' : formatNumber(coins)}</span>;
}

/** When something was, in UTC. */
export function UtcTime({ instant }: { readonly instant: string }) {
  return (
    <time className={styles.time} dateTime={instant} title={instant}>
      {utcText(instant)}
    </time>
  );
}

export interface AccountLinkProps {
  readonly account: string;
  /** Whose it is: a person's nickname or a campaign's title; null where there is none. */
  readonly name: string | null;
}

/** An account of the books with whose it is beside it; it leads to its statement. */
export function AccountLink({ account, name }: AccountLinkProps) {
  return (
    <>
      <Link to={accountAddress(account)} title={account}>
        {accountName(account)}
      </Link>
      {name && <span className={styles.owner}>{ownerText(account, name)}</span>}
    </>
  );
}

/** A member of staff or another person, by nickname; the id where there is none. */
export function PersonLink({
  person,
}: {
  readonly person: { readonly id: string; readonly nickname: string };
}) {
  if (!person.nickname) return <span className={styles.id}>{person.id}</span>;
  return <Link to={`/profile/${encodeURIComponent(person.nickname)}`}>@{person.nickname}</Link>;
}

/** A column of a table, by the key of its name. */
export interface Column {
  readonly name: keyof EnglishTexts['audit']['columns'];
  readonly figures?: boolean;
}

export interface LedgerTableProps {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Rows of the body. */
  readonly children: ReactNode;
  readonly foot?: ReactNode;
  /** On phones the first cell of a row stands above the others, so that these stay in sight. */
  readonly stacked?: boolean;
}

/** A table of figures. One that is wider than its place scrolls in it, by keyboard too. */
export function LedgerTable({ label, columns, children, foot, stacked }: LedgerTableProps) {
  const { t } = useTranslation('audit');
  const { ref, className } = useScrollEdges<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={ref} className={classNames(styles.scroll, className)} aria-label={label} tabIndex={0}>
      <table className={classNames(styles.table, stacked && styles.stacked)}>
        <thead>
          <tr>
            {columns.map(({ name, figures }) => (
              <th key={name} scope="col" className={classNames(figures && styles.right)}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  );
}
