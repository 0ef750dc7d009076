import { Link, useParams } from 'react-router-dom';
import { type StatementLine, useAccountStatementInfiniteQuery } from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { itemsIn } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedSection } from '../../shared/paged-list.tsx';
import { Card } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import { accountName, campaignAddress, campaignOf, entriesAddress, ownerOf, ownerText } from './addresses.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { type Column, Figure, LedgerTable, UtcTime } from './pieces.tsx';

const COLUMNS: readonly Column[] = [
  { name: 'time' },
  { name: 'entry' },
  { name: 'debit', figures: true },
  { name: 'credit', figures: true },
  { name: 'balance', figures: true },
];

function Line({ line, account }: { readonly line: StatementLine; readonly account: string }) {
  const { t } = useTranslation('audit');
  const { type, dateTime, debit, credit, balance } = line;
  // The journal filter has a resolution of one minute.
  const minute = Math.floor(Date.parse(dateTime) / 60_000) * 60_000;
  const from = new Date(minute).toISOString();
  const to = new Date(minute + 60_000).toISOString();
  return (
    <tr>
      <td>
        <UtcTime instant={dateTime} />
      </td>
      <td>
        <Link to={entriesAddress({ account, type, from, to })}>{t(`types.${type}`)}</Link>
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
  const { t } = useTranslation('audit');
  const query = useAccountStatementInfiniteQuery({ account }, { refetchOnMountOrArgChange: true });
  const { balance, name } = query.data?.pages[0] ?? {};
  const campaign = campaignOf(account);
  const owner = ownerOf(account);
  return (
    <>
      <PageHeader title={accountName(account)}>
        <ExportButtons filter={{ account }} />
      </PageHeader>
      <p className={styles.id}>
        {account}
        {name && <span className={styles.owner}>{ownerText(account, name)}</span>}
      </p>
      <p className={styles.links}>
        <Link to={entriesAddress({ account })}>{t('ways.entries')}</Link>
        {campaign && <Link to={campaignAddress(campaign)}>{t('ways.campaign')}</Link>}
        {owner && <Link to={entriesAddress({ profile: owner })}>{t('ways.person')}</Link>}
        {owner && <Link to={`/profile/${owner}`}>{t('ways.profile')}</Link>}
      </p>
      <Card>
        {balance !== undefined && (
          <p className={styles.sum}>
            {t('statement.balance')} <Figure coins={balance} />
          </p>
        )}
        <PagedSection
          query={query}
          items={itemsIn(query.data, (page) => page.lines)}
          loading={t('statement.loading')}
          empty={t('statement.none')}
          failure={failureOf(query.error) ?? t('statement.failure')}
          container={(rows) => (
            <LedgerTable label={t('statement.title')} columns={COLUMNS}>
              {rows}
            </LedgerTable>
          )}
        >
          {(line) => <Line line={line} account={account} />}
        </PagedSection>
      </Card>
    </>
  );
}

/** /dashboard/audit/accounts/{account}: the postings of a ledger account with its balance after each. */
export function AccountPage() {
  const { account = '' } = useParams();
  return <Statement key={account} account={account} />;
}
