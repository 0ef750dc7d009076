import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type EnglishTexts, formatNumber, useTranslation } from '../../i18n/index.ts';
import { type PagedListProps, PagedSection } from '../../shared/paged-list.tsx';
import { classNames, useScrollEdges } from '../../ui/index.ts';
import styles from './audit.module.css';
import { formatUtc } from './format-utc.ts';
import { formatAccountName, getAccountPath } from './paths.ts';

/** An amount of coins in a table column. With `shouldHideZero`, shows nothing for 0. */
export function CoinAmount({
  coins,
  shouldHideZero = false,
}: {
  readonly coins: number;
  readonly shouldHideZero?: boolean;
}) {
  return <span className={styles.figure}>{shouldHideZero && coins === 0 ? '' : formatNumber(coins)}</span>;
}

/** Shows date and time in UTC. */
export function UtcTime({ instant }: { readonly instant: string }) {
  return (
    <time className={styles.time} dateTime={instant} title={instant}>
      {formatUtc(instant)}
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

/** Link to a profile, labelled with the nickname. Erased accounts have no link. */
export function PersonLink({
  person,
}: {
  readonly person: { readonly id: string; readonly nickname: string };
}) {
  const { t } = useTranslation('audit');
  if (!person.nickname) return <span>{t('accounts.erased')}</span>;
  return <Link to={`/profile/${encodeURIComponent(person.nickname)}`}>@{person.nickname}</Link>;
}

/** A table column. `name` is the translation key of its title. */
export interface Column {
  readonly name: keyof EnglishTexts['audit']['columns'];
  readonly isNumeric?: boolean;
}

interface LedgerTableProps {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Body rows. */
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** On phones, shows this number of cells of each row above the other cells, so that all cells fit. */
  readonly stackedCells?: 1 | 2 | undefined;
}

/** Table of numbers. If the table is too wide, it scrolls sideways and can also be scrolled with the keyboard. */
export function LedgerTable({ label, columns, children, footer, stackedCells }: LedgerTableProps) {
  const { t } = useTranslation('audit');
  const { ref, className } = useScrollEdges<HTMLElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section ref={ref} className={classNames(styles.scroll, className)} aria-label={label} tabIndex={0}>
      <table
        className={classNames(
          styles.table,
          stackedCells && styles.stacked,
          stackedCells === 2 && styles.firstTwo,
        )}
      >
        <thead>
          <tr>
            {columns.map(({ name, isNumeric }) => (
              <th key={name} scope="col" className={classNames(isNumeric && styles.right)}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
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
