import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { type PagedListProps, PagedSection } from '../../shared/paged-list.tsx';
import { classNames, useScrollEdges } from '../../ui/index.ts';
import styles from './audit.module.css';
import { formatAccountName, getAccountPath } from './paths.ts';

/** An amount of coins. */
export function CoinAmount({ coins }: { readonly coins: number }) {
  return <span className={styles.figure}>{formatNumber(coins)}</span>;
}

interface CoinCellProps {
  readonly coins: number;
  readonly shouldHideZero?: boolean;
}

/** Table cell with an amount of coins. */
export function CoinCell({ coins, shouldHideZero = false }: CoinCellProps) {
  return <td className={styles.right}>{!(shouldHideZero && coins === 0) && <CoinAmount coins={coins} />}</td>;
}

/** Shows date and time in UTC, as in '2026-11-21 09:30:00'. */
export function UtcTime({ instant }: { readonly instant: string }) {
  return (
    <time className={styles.time} dateTime={instant} title={instant}>
      {instant.slice(0, 19).replace('T', ' ')}
    </time>
  );
}

interface AccountLinkProps {
  readonly account: string;
  /** Account owner: a nickname or a campaign title; null if there is none. */
  readonly name: string | null;
}

/** Link to a ledger account's statement, labelled with the account's display name. */
export function AccountLink({ account, name }: AccountLinkProps) {
  return <Link to={getAccountPath(account)}>{formatAccountName(account, name)}</Link>;
}

/** Link to a profile, labelled with the nickname. Erased accounts have no nickname and no link. */
export function PersonLink({ nickname }: { readonly nickname: string | null }) {
  const { t } = useTranslation('audit');
  if (!nickname) return <span>{t('accounts.erased')}</span>;
  return <Link to={`/profile/${encodeURIComponent(nickname)}`}>@{nickname}</Link>;
}

type Column = keyof EnglishTexts['audit']['columns'];

const NUMERIC_COLUMNS: ReadonlySet<Column> = new Set([
  'debit',
  'credit',
  'balance',
  'amount',
  'coins',
  'bought',
  'donated',
]);

/** Table head with the translated names of the columns. */
export function LedgerHead({ columns }: { readonly columns: readonly Column[] }) {
  const { t } = useTranslation('audit');
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={classNames(NUMERIC_COLUMNS.has(column) && styles.right)}>
            {t(`columns.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface LedgerTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** On phones, shows this number of cells of each row above the other cells, so that all cells fit. */
  readonly stackedCells?: 1 | 2 | undefined;
}

/** Table of numbers. If the table is too wide, it scrolls sideways and can also be scrolled with the keyboard. */
export function LedgerTable({ label, columns, children, footer, stackedCells = 1 }: LedgerTableProps) {
  const { ref, className } = useScrollEdges<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section ref={ref} className={classNames(styles.scroll, className)} aria-label={label} tabIndex={0}>
      <table className={classNames(styles.table, styles.stacked, stackedCells === 2 && styles.firstTwo)}>
        <LedgerHead columns={columns} />
        <tbody>{children}</tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </section>
  );
}

type PagedLedgerProps<Row> = Omit<PagedListProps<Row>, 'container'> &
  Omit<LedgerTableProps, 'children' | 'footer'>;

/** Shows a paged query as rows of a ledger table. */
export function PagedLedger<Row extends { readonly id: string }>(props: PagedLedgerProps<Row>) {
  const { label, columns, stackedCells, ...list } = props;
  return (
    <PagedSection
      {...list}
      container={(rows) => (
        <LedgerTable label={label} columns={columns} stackedCells={stackedCells}>
          {rows}
        </LedgerTable>
      )}
    />
  );
}
