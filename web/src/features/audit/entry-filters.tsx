import { type FormEvent, useId, useState } from 'react';
import { ENTRY_TYPES } from '../../../../contract/rules/ledger.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Select, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import type { EntryFilter } from './paths.ts';

/** Converts an instant to the value of a `datetime-local` field in UTC. */
export const toFieldValue = (instant: string | undefined): string => instant?.slice(0, 16) ?? '';
/** Parses the value of a `datetime-local` field as UTC. */
export const toInstant = (field: string): string => (field ? `${field.slice(0, 16)}:00.000Z` : '');

interface EntryFiltersProps {
  readonly filter: EntryFilter;
  readonly onFilter: (filter: EntryFilter) => void;
}

/** Filter form, initialized with the current filter. */
export function EntryFilters({ filter, onFilter }: EntryFiltersProps) {
  const { t } = useTranslation('audit');
  const [draft, setDraft] = useState(filter);
  const id = useId();
  const change = (name: keyof EntryFilter) => (event: { readonly target: { readonly value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value });
  const changeMoment = (name: 'from' | 'to') => (event: { readonly target: { readonly value: string } }) =>
    setDraft({ ...draft, [name]: toInstant(event.target.value) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.entries(draft).map(([name, value]) => [name, value.trim()]);
    onFilter(Object.fromEntries(trimmed));
  };

  return (
    <form id={id} className={styles.filters} onSubmit={submit} aria-label={t('filters.form')}>
      <TextField
        label={t('filters.profile')}
        hint={t('filters.profileHint')}
        value={draft.profile ?? ''}
        onChange={change('profile')}
      />
      <Select label={t('filters.type')} value={draft.type ?? ''} onChange={change('type')}>
        <option value="">{t('filters.all')}</option>
        {ENTRY_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`types.${type}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('filters.crowdfunding')}
        hint={t('filters.crowdfundingHint')}
        value={draft.crowdfunding ?? ''}
        onChange={change('crowdfunding')}
      />
      <TextField
        label={t('filters.account')}
        hint={t('filters.accountHint')}
        value={draft.account ?? ''}
        onChange={change('account')}
      />
      <TextField
        label={t('filters.from')}
        type="datetime-local"
        value={toFieldValue(draft.from)}
        onChange={changeMoment('from')}
      />
      <TextField
        label={t('filters.to')}
        hint={t('filters.toHint')}
        type="datetime-local"
        value={toFieldValue(draft.to)}
        onChange={changeMoment('to')}
      />
      <div className={styles.buttons}>
        <Button type="submit">{t('filters.filter')}</Button>
        <Button variant="quiet" onClick={() => onFilter({})}>
          {t('filters.clear')}
        </Button>
      </div>
    </form>
  );
}
