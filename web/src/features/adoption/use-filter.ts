import { useSearchParams } from 'react-router-dom';
import type { AnimalFilter } from '../../api/adoption.ts';

/** Ages that are looked for, as the address names them. */
export const AGES = {
  young: { minAge: '0', maxAge: '1' },
  adult: { minAge: '2', maxAge: '7' },
  senior: { minAge: '8', maxAge: '' },
} as const;

type Ages = keyof typeof AGES;
const isAges = (value: string | null): value is Ages => value !== null && value in AGES;

/** Names of the filters in the address of the page. */
export type FilterName = 'type' | 'sex' | 'age' | 'vaccinated' | 'sterilized' | 'text';

/** The filter of the list, which is kept in the address so that a search can be shared and returned to. */
export function useFilter() {
  const [search, setSearch] = useSearchParams();
  const age = search.get('age');
  const given = (name: FilterName): string => search.get(name) ?? '';

  const set = (name: FilterName, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );

  const filter: AnimalFilter = {
    type: given('type'),
    sex: given('sex'),
    vaccinated: given('vaccinated'),
    sterilized: given('sterilized'),
    text: given('text'),
    minAge: isAges(age) ? AGES[age].minAge : '',
    maxAge: isAges(age) ? AGES[age].maxAge : '',
  };
  return { filter, given, set, active: search.size > 0, clear: () => setSearch({}, { replace: true }) };
}
