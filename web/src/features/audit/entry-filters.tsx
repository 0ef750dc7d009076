import { type FormEvent, useId, useState } from 'react';
import type { EntryFilter } from '../../api/audit.ts';
import { Button, Select, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import { ENTRY_TYPES } from './words.ts';

/** What a field for a moment holds of an instant; both are in UTC. */
export const toField = (instant: string | undefined): string => instant?.slice(0, 16) ?? '';
/** The instant that such a field means. */
export const toInstant = (field: string): string => (field ? `${field.slice(0, 16)}:00.000Z` : '');

export interface EntryFiltersProps {
  readonly filter: EntryFilter;
  readonly onFilter: (filter: EntryFilter) => void;
}

/** The form of the filters. It starts from what is filtered by now. */
export function EntryFilters({ filter, onFilter }: EntryFiltersProps) {
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
    <form id={id} className={styles.filters} onSubmit={submit} aria-label="Filter the entries">
      <TextField
        label="Profile"
        hint="Nickname or id"
        value={draft.profile ?? ''}
        onChange={change('profile')}
      />
      <Select label="Type" value={draft.type ?? ''} onChange={change('type')}>
        <option value="">All</option>
        {Object.entries(ENTRY_TYPES).map(([type, text]) => (
          <option key={type} value={type}>
            {text}
          </option>
        ))}
      </Select>
      <TextField
        label="Crowdfunding"
        hint="Its id"
        value={draft.crowdfunding ?? ''}
        onChange={change('crowdfunding')}
      />
      <TextField
        label="Account"
        hint="As in wallet:… or suspense"
        value={draft.account ?? ''}
        onChange={change('account')}
      />
      <TextField
        label="From (UTC)"
        type="datetime-local"
        value={toField(draft.from)}
        onChange={changeMoment('from')}
      />
      <TextField
        label="To (UTC)"
        hint="Not included"
        type="datetime-local"
        value={toField(draft.to)}
        onChange={changeMoment('to')}
      />
      <div className={styles.buttons}>
        <Button type="submit">Filter</Button>
        <Button variant="quiet" onClick={() => onFilter({})}>
          Clear
        </Button>
      </div>
    </form>
  );
}
