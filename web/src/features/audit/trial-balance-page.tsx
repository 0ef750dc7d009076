import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ledgerEndpoints } from '../../../../contract/endpoints/ledger.ts';
import { useTrialBalanceQuery } from '../../api/audit.ts';
import type { ResponseOf } from '../../api/endpoints.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Card, EmptyState, ErrorState, Loading, PageHeading, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import { AccountLink, CoinAmount, type Column, LedgerTable } from './components.tsx';
import { toFieldValue, toInstant } from './entry-filters.tsx';
import { toQueryString } from './paths.ts';

type TrialBalance = ResponseOf<typeof ledgerEndpoints.trialBalance>;

/** A point in time, given by instant or log position; now if both are missing. */
interface Moment {
  readonly at?: string;
  readonly position?: string;
}

interface MomentFormProps {
  readonly moment: Moment;
  readonly onChange: (moment: Moment) => void;
}

/** Form for a point in time, given by instant or log position. Setting one clears the other. */
function MomentForm({ moment, onChange: onMoment }: MomentFormProps) {
  const { t } = useTranslation('audit');
  const [draft, setDraft] = useState(moment);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMoment(draft);
  };
  return (
    <form className={styles.filters} onSubmit={submit} aria-label={t('balance.form')} noValidate>
      <TextField
        label={t('balance.at')}
        type="datetime-local"
        value={toFieldValue(draft.at)}
        onChange={(event) => setDraft({ at: toInstant(event.target.value) })}
      />
      <TextField
        label={t('balance.position')}
        inputMode="numeric"
        value={draft.position ?? ''}
        onChange={(event) => setDraft({ position: event.target.value.trim() })}
      />
      <div className={styles.buttons}>
        <Button type="submit">{t('balance.show')}</Button>
        <Button variant="quiet" onClick={() => onMoment({})}>
          {t('balance.now')}
        </Button>
      </div>
    </form>
  );
}

const COLUMNS: readonly Column[] = [
  { name: 'account' },
  { name: 'debit', isNumeric: true },
  { name: 'credit', isNumeric: true },
  { name: 'balance', isNumeric: true },
];

function TrialBalanceTable({ balance }: { readonly balance: TrialBalance }) {
  const { t } = useTranslation('audit');
  const { position, balanced, totalDebit, totalCredit, accounts } = balance;
  const Icon = balanced ? CircleCheck : CircleAlert;
  return (
    <Card>
      <p className={balanced ? styles.good : styles.bad} role="status">
        <Icon size={20} aria-hidden="true" />
        {t(balanced ? 'balance.equal' : 'balance.differ', { position })}
      </p>
      {accounts.length === 0 ? (
        <EmptyState compact>{t('balance.none')}</EmptyState>
      ) : (
        <LedgerTable
          label={t('balance.title')}
          columns={COLUMNS}
          stackedCells={1}
          footer={
            <tr>
              <th scope="row">{t('balance.total')}</th>
              <td className={styles.right}>
                <CoinAmount coins={totalDebit} />
              </td>
              <td className={styles.right}>
                <CoinAmount coins={totalCredit} />
              </td>
              <td />
            </tr>
          }
        >
          {accounts.map((line) => (
            <tr key={line.account}>
              <td>
                <AccountLink account={line.account} name={line.name} />
              </td>
              {(['debit', 'credit', 'balance'] as const).map((side) => (
                <td key={side} className={styles.right}>
                  <CoinAmount coins={line[side]} />
                </td>
              ))}
            </tr>
          ))}
        </LedgerTable>
      )}
    </Card>
  );
}

/** /dashboard/audit/trial-balance: balances of all ledger accounts, now or at a point in the past. */
export function TrialBalancePage() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const moment = { at: search.get('at') ?? undefined, position: search.get('position') ?? undefined };
  const query = useTrialBalanceQuery(moment, { refetchOnMountOrArgChange: true });
  const { currentData: balance, error } = query;
  return (
    <>
      <PageHeading>{t('balance.title')}</PageHeading>
      <MomentForm
        key={toQueryString({ ...moment })}
        moment={moment}
        onChange={({ at, position }) => setSearch(new URLSearchParams(toQueryString({ at, position })))}
      />
      {balance && <TrialBalanceTable balance={balance} />}
      {!balance && query.isFetching && <Loading label={t('balance.loading')} />}
      {!balance && query.isError && !query.isFetching && (
        <ErrorState onRetry={query.refetch}>{getApiFailure(error) ?? t('balance.failure')}</ErrorState>
      )}
    </>
  );
}
