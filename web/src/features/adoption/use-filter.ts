import { useSearchParams } from 'react-router-dom';
import type { adoptionEndpoints } from '../../../../contract/endpoints/adoption.ts';
import type { ArgumentsOf } from '../../api/endpoints.ts';

/** Query of the list; empty values are ignored. The server rejects unknown values. */
type AnimalFilter = Exclude<ArgumentsOf<typeof adoptionEndpoints.getAnimals>, void>;

/** Age filters, by their names in the query string. */
export const AGES = {
  young: { minAge: '0', maxAge: '1' },
  adult: { minAge: '2', maxAge: '7' },
  senior: { minAge: '8', maxAge: '' },
} as const;

type Ages = keyof typeof AGES;
const isAges = (value: string | null): value is Ages => value !== null && value in AGES;

/** Names of the filters in the query string. */
export type FilterName = 'type' | 'sex' | 'age' | 'vaccinated' | 'sterilized' | 'text';

/** Filter of the list, stored in the query string so that a search can be shared and restored. */
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

  const filter = {
    type: given('type'),
    sex: given('sex'),
    vaccinated: given('vaccinated'),
    sterilized: given('sterilized'),
    text: given('text'),
    minAge: isAges(age) ? AGES[age].minAge : '',
    maxAge: isAges(age) ? AGES[age].maxAge : '',
  } as AnimalFilter;
  return { filter, given, set, active: search.size > 0, clear: () => setSearch({}, { replace: true }) };
}
