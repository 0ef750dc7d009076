import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ledgerEndpoints } from '../../../../contract/endpoints/ledger.ts';
import { useTrialBalanceQuery } from '../../api/audit.ts';
import type { ArgumentsOf, ResponseOf } from '../../api/endpoints.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Card, EmptyState, ErrorState, Loading, PageHeading, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import { AccountLink, CoinCell, LedgerTable } from './components.tsx';
import { toFieldValue, toInstant } from './entry-filters.tsx';
import { toQueryString } from './paths.ts';

type TrialBalance = ResponseOf<typeof ledgerEndpoints.trialBalance>;

/** A point in time, given by instant or log position; now if both are missing. */
type Moment = Exclude<ArgumentsOf<typeof ledgerEndpoints.trialBalance>, void>;

interface MomentFormProps {
  readonly moment: Moment;
  readonly onMoment: (moment: Moment) => void;
}

/** Form for a point in time. Setting the instant clears the position, and the reverse. */
function MomentForm({ moment, onMoment }: MomentFormProps) {
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

function TrialBalanceTable({ position, balanced, totalDebit, totalCredit, accounts }: TrialBalance) {
  const { t } = useTranslation('audit');
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
          label={t('places.trialBalance')}
          columns={['account', 'debit', 'credit', 'balance']}
          footer={
            <tr>
              <th scope="row">{t('balance.total')}</th>
              <CoinCell coins={totalDebit} />
              <CoinCell coins={totalCredit} />
              <td />
            </tr>
          }
        >
          {accounts.map(({ account, name, debit, credit, balance }) => (
            <tr key={account}>
              <td>
                <AccountLink account={account} name={name} />
              </td>
              <CoinCell coins={debit} />
              <CoinCell coins={credit} />
              <CoinCell coins={balance} />
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
      <PageHeading>{t('places.trialBalance')}</PageHeading>
      <MomentForm
        key={toQueryString(moment)}
        moment={moment}
        onMoment={(newMoment) => setSearch(toQueryString(newMoment))}
      />
      {balance && <TrialBalanceTable {...balance} />}
      {!balance && query.isFetching && <Loading label={t('balance.loading')} />}
      {!balance && query.isError && !query.isFetching && (
        <ErrorState onRetry={query.refetch}>{getApiFailure(error) ?? t('balance.failure')}</ErrorState>
      )}
    </>
  );
}
