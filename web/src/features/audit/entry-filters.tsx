import { type ChangeEvent, type FormEvent, useState } from 'react';
import { ENTRY_TYPES } from '../../../../contract/rules/ledger.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Select, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import type { EntryFilter } from './paths.ts';

/** Converts an instant to the value of a `datetime-local` field in UTC. */
export const toFieldValue = (instant: string | undefined): string => instant?.slice(0, 16) ?? '';
/** Parses the value of a `datetime-local` field as UTC. */
export const toInstant = (field: string): string => (field ? `${field.slice(0, 16)}:00.000Z` : '');

type FieldChange = ChangeEvent<HTMLInputElement | HTMLSelectElement>;

interface EntryFiltersProps {
  readonly filter: EntryFilter;
  readonly onFilter: (filter: EntryFilter) => void;
}

/** Filter form, initialized with the current filter. */
export function EntryFilters({ filter, onFilter }: EntryFiltersProps) {
  const { t } = useTranslation('audit');
  const [draft, setDraft] = useState(filter);
  const getFieldProps = (name: keyof EntryFilter) => ({
    value: draft[name] ?? '',
    onChange: ({ target }: FieldChange) => setDraft({ ...draft, [name]: target.value }),
  });
  const getMomentProps = (name: 'from' | 'to') => ({
    type: 'datetime-local',
    value: toFieldValue(draft[name]),
    onChange: ({ target }: FieldChange) => setDraft({ ...draft, [name]: toInstant(target.value) }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.entries(draft).map(([name, value]) => [name, value.trim()]);
    onFilter(Object.fromEntries(trimmed));
  };

  return (
    <form className={styles.filters} onSubmit={submit} aria-label={t('filters.form')}>
      <TextField label={t('filters.profile')} hint={t('filters.profileHint')} {...getFieldProps('profile')} />
      <Select label={t('filters.type')} {...getFieldProps('type')}>
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
        {...getFieldProps('crowdfunding')}
      />
      <TextField label={t('filters.account')} hint={t('filters.accountHint')} {...getFieldProps('account')} />
      <TextField label={t('filters.from')} {...getMomentProps('from')} />
      <TextField label={t('filters.to')} hint={t('filters.toHint')} {...getMomentProps('to')} />
      <div className={styles.buttons}>
        <Button type="submit">{t('filters.filter')}</Button>
        <Button variant="quiet" onClick={() => onFilter({})}>
          {t('filters.clear')}
        </Button>
      </div>
    </form>
  );
}
