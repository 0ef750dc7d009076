import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type StatementLine, useAccountStatementInfiniteQuery } from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { itemsOf } from '../../api/paging.ts';
import { PagedSection } from '../../shared/paged-section.tsx';
import { Card, PageHeading } from '../../ui/index.ts';
import { accountName, campaignAddress, campaignOf, entriesAddress, ownerOf, ownerText } from './addresses.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { Figure, LedgerTable, UtcTime } from './pieces.tsx';
import { ENTRY_TYPES } from './words.ts';

const COLUMNS = [
  { name: 'Time (UTC)' },
  { name: 'Entry' },
  { name: 'Debit', figures: true },
  { name: 'Credit', figures: true },
  { name: 'Balance', figures: true },
];

function Line({ line, account }: { readonly line: StatementLine; readonly account: string }) {
  const { type, dateTime, debit, credit, balance } = line;
  // The journal is filtered to the minute.
  const minute = Math.floor(Date.parse(dateTime) / 60_000) * 60_000;
  const from = new Date(minute).toISOString();
  const to = new Date(minute + 60_000).toISOString();
  return (
    <tr>
      <td>
        <UtcTime instant={dateTime} />
      </td>
      <td>
        <Link to={entriesAddress({ account, type, from, to })}>{ENTRY_TYPES[type]}</Link>
      </td>
      <td className={styles.right}>
        <Figure coins={debit} blank />
      </td>
      <td className={styles.right}>
        <Figure coins={credit} blank />
      </td>
      <td className={styles.right}>
        <Figure coins={balance} />
      </td>
    </tr>
  );
}

function Statement({ account }: { readonly account: string }) {
  const query = useAccountStatementInfiniteQuery(account, { refetchOnMountOrArgChange: true });
  const lines = useMemo(() => itemsOf(query.data), [query.data]);
  const { balance, name } = query.data?.pages[0] ?? {};
  const campaign = campaignOf(account);
  const owner = ownerOf(account);
  return (
    <>
      <div className={styles.head}>
        <PageHeading>{accountName(account)}</PageHeading>
        <ExportButtons filter={{ account }} />
      </div>
      <p className={styles.id}>
        {account}
        {name && <span className={styles.owner}>{ownerText(account, name)}</span>}
      </p>
      <p className={styles.links}>
        <Link to={entriesAddress({ account })}>Its entries</Link>
        {campaign && <Link to={campaignAddress(campaign)}>Campaign’s statement</Link>}
        {owner && <Link to={entriesAddress({ profile: owner })}>All of this person</Link>}
        {owner && <Link to={`/profile/${owner}`}>Profile</Link>}
      </p>
      <Card>
        {balance !== undefined && (
          <p className={styles.sum}>
            Balance <Figure coins={balance} />
          </p>
        )}
        <PagedSection
          query={query}
          items={lines}
          loading="Loading the statement"
          empty="Nothing was posted to this account."
          failure={failureOf(query.error)?.message ?? 'Error getting the statement.'}
        >
          {(posted) => (
            <LedgerTable label="Statement" columns={COLUMNS}>
              {posted.map((line) => (
                <Line key={line.id} line={line} account={account} />
              ))}
            </LedgerTable>
          )}
        </PagedSection>
      </Card>
    </>
  );
}

/** /dashboard/audit/accounts/{account}: what was posted to one account of the books, and what it held after it. */
export function AccountPage() {
  const { account = '' } = useParams();
  return <Statement key={account} account={account} />;
}
