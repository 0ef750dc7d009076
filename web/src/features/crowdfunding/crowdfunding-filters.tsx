import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import type { crowdfundingEndpoints } from '../../../../contract/endpoints/crowdfunding.ts';
import type { ArgumentsOf } from '../../api/endpoints.ts';
import { useTranslation } from '../../i18n/index.ts';
import { limitFieldText } from '../../shared/limit-field-text.ts';
import { useFilterParameters } from '../../shared/use-filter-parameters.ts';
import { useSearchText } from '../../shared/use-search-text.ts';
import { Button, Select, TextField } from '../../ui/index.ts';
import styles from './crowdfundings-page.module.css';

type Query = Exclude<ArgumentsOf<typeof crowdfundingEndpoints.activeCrowdfundings>, void>;

const MAX_TEXT_LENGTH = 100;
const STATES = ['active', 'finished'] as const;
const ORDERS = ['newest', 'ending', 'supported'] as const;

const pick = <Value extends string>(values: readonly Value[], value: string): Value =>
  values.find((option) => option === value) ?? (values[0] as Value);

/** Manages the filter and sort order of the campaign list. Default values are omitted from the query string. */
export function useCrowdfundingFilter() {
  const { getValue, setValues } = useFilterParameters<'state' | 'sort' | 'text'>();
  const state = pick(STATES, getValue('state'));
  const sort = pick(ORDERS, getValue('sort'));
  const text = getValue('text');

  const set = (name: 'state' | 'sort' | 'text', value: string) =>
    setValues({ [name]: value === STATES[0] || value === ORDERS[0] ? '' : value });

  const query: Query = {
    ...(state !== 'active' && { state }),
    ...(sort !== 'newest' && { sort }),
    ...(text && { text }),
  };
  return { state, sort, text, set, query: Object.keys(query).length > 0 ? query : undefined };
}

/** Filters for the campaign list. Selections apply immediately; the text applies on submit. */
export function CrowdfundingFilters({ state, sort, text, set }: ReturnType<typeof useCrowdfundingFilter>) {
  const { t } = useTranslation('crowdfunding');
  const [input, setTyped] = useSearchText(text);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    set('text', input.trim());
  };

  return (
    <form aria-label={t('filters.label')} className={styles.filters} onSubmit={submit}>
      <div className={styles.search}>
        <TextField
          label={t('filters.text')}
          type="search"
          value={input}
          onChange={({ target }) => setTyped(limitFieldText(target, MAX_TEXT_LENGTH))}
        />
        <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden="true" />}>
          {t('filters.find')}
        </Button>
      </div>
      <Select label={t('filters.state')} value={state} onChange={({ target }) => set('state', target.value)}>
        {STATES.map((value) => (
          <option key={value} value={value}>
            {t(`filters.states.${value}`)}
          </option>
        ))}
      </Select>
      <Select label={t('filters.sort')} value={sort} onChange={({ target }) => set('sort', target.value)}>
        {ORDERS.map((value) => (
          <option key={value} value={value}>
            {t(`filters.orders.${value}`)}
          </option>
        ))}
      </Select>
    </form>
  );
}
