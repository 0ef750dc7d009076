import { Link, useParams } from 'react-router-dom';
import { type StatementLine, useAccountStatementInfiniteQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { collectItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { CoinAmount, CoinCell, PagedLedger, UtcTime } from './components.tsx';
import { ExportButtons } from './export-buttons.tsx';
import {
  formatAccountName,
  getCrowdfundingId,
  getCrowdfundingPath,
  getEntriesPath,
  getOwnerId,
} from './paths.ts';

function StatementRow({ line, account }: { readonly line: StatementLine; readonly account: string }) {
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
        <Link to={getEntriesPath({ account, type, from, to })}>{t(`types.${type}`)}</Link>
      </td>
      <CoinCell coins={debit} shouldHideZero />
      <CoinCell coins={credit} shouldHideZero />
      <CoinCell coins={balance} />
    </tr>
  );
}

function Statement({ account }: { readonly account: string }) {
  const { t } = useTranslation('audit');
  const query = useAccountStatementInfiniteQuery({ account }, { refetchOnMountOrArgChange: true });
  const { balance, name } = query.data?.pages[0] ?? {};
  const crowdfunding = getCrowdfundingId(account);
  const owner = getOwnerId(account);
  return (
    <>
      <PageHeader title={formatAccountName(account, name ?? null)}>
        <ExportButtons filter={{ account }} />
      </PageHeader>
      <p className={styles.links}>
        <Link to={getEntriesPath({ account })}>{t('ways.entries')}</Link>
        {crowdfunding && <Link to={getCrowdfundingPath(crowdfunding)}>{t('ways.campaign')}</Link>}
        {owner && <Link to={getEntriesPath({ profile: owner })}>{t('ways.person')}</Link>}
        {owner && <Link to={`/profile/${owner}`}>{t('ways.profile')}</Link>}
      </p>
      <Card>
        {balance !== undefined && (
          <p className={styles.sum}>
            {t('statement.balance')} <CoinAmount coins={balance} />
          </p>
        )}
        <PagedLedger
          query={query}
          items={collectItems(query.data, (page) => page.lines)}
          loading={t('statement.loading')}
          empty={t('statement.none')}
          failure={getApiFailure(query.error) ?? t('statement.failure')}
          label={t('statement.title')}
          columns={['time', 'entry', 'debit', 'credit', 'balance']}
          stackedCells={2}
        >
          {(line) => <StatementRow line={line} account={account} />}
        </PagedLedger>
      </Card>
      <details className={styles.filterBox}>
        <summary>{t('details.title')}</summary>
        <p className={styles.id}>{account}</p>
      </details>
    </>
  );
}

/** /dashboard/audit/accounts/{account}: postings to a ledger account, with the balance after each posting. */
export function AccountPage() {
  const { account = '' } = useParams();
  return <Statement key={account} account={account} />;
}
