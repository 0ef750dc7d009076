import { useSearchParams } from 'react-router-dom';
import type { adoptionEndpoints } from '../../../../contract/endpoints/adoption.ts';
import type { ArgumentsOf } from '../../api/endpoints.ts';

/** Query of the list; empty values are ignored. The server rejects unknown values. */
type AnimalFilter = Exclude<ArgumentsOf<typeof adoptionEndpoints.getAnimals>, void>;

/** Age filters, by their names in the query string. */
export const AGE_RANGES = {
  young: { minAge: '0', maxAge: '1' },
  adult: { minAge: '2', maxAge: '7' },
  senior: { minAge: '8', maxAge: '' },
} as const;

/** Name of an age filter. */
export type AgeRange = keyof typeof AGE_RANGES;
const isAgeRange = (value: string | null): value is AgeRange => value !== null && value in AGE_RANGES;

/** Names of the filters in the query string. */
export type FilterName =
  | 'type'
  | 'sex'
  | 'age'
  | 'vaccinated'
  | 'sterilized'
  | 'text'
  | 'near'
  | 'within'
  | 'sort';

/** Filter of the list, stored in the query string so that a search can be shared and restored. */
export function useAnimalFilter() {
  const [search, setSearch] = useSearchParams();
  const age = search.get('age');
  const getValue = (name: FilterName): string => search.get(name) ?? '';

  const setValues = (values: Readonly<Partial<Record<FilterName, string>>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );

  const filter = {
    type: getValue('type'),
    sex: getValue('sex'),
    vaccinated: getValue('vaccinated'),
    sterilized: getValue('sterilized'),
    text: getValue('text'),
    near: getValue('near'),
    within: getValue('within'),
    sort: getValue('sort'),
    minAge: isAgeRange(age) ? AGE_RANGES[age].minAge : '',
    maxAge: isAgeRange(age) ? AGE_RANGES[age].maxAge : '',
  } as AnimalFilter;
  return {
    filter,
    getValue,
    setValues,
    isFiltered: search.size > 0,
    clearFilter: () => setSearch({}, { replace: true }),
  };
}
