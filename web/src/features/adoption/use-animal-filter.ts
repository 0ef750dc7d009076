import type { adoptionEndpoints } from '../../../../contract/endpoints/adoption.ts';
import type { ArgumentsOf } from '../../api/endpoints.ts';
import { useFilterParameters } from '../../shared/use-filter-parameters.ts';

/** Query parameters of the animal list. Empty values are omitted; the server rejects unknown values. */
type AnimalFilter = Exclude<ArgumentsOf<typeof adoptionEndpoints.getAnimals>, void>;

/** Age ranges, by their names in the query string. */
export const AGE_RANGES = {
  young: { minAge: '0', maxAge: '1' },
  adult: { minAge: '2', maxAge: '7' },
  senior: { minAge: '8', maxAge: '' },
} as const;

/** Name of an age range. */
export type AgeRange = keyof typeof AGE_RANGES;
const isAgeRange = (value: string): value is AgeRange => Object.hasOwn(AGE_RANGES, value);

const API_FILTERS = ['type', 'sex', 'vaccinated', 'sterilized', 'text', 'near', 'within', 'sort'] as const;

/** Filter names in the query string. */
export type FilterName = (typeof API_FILTERS)[number] | 'age';

/** Reads and updates the filter for the animal list. */
export function useAnimalFilter() {
  const parameters = useFilterParameters<FilterName>();
  const { getValue } = parameters;
  const age = getValue('age');
  const filter = {
    ...Object.fromEntries(API_FILTERS.map((name) => [name, getValue(name)])),
    minAge: isAgeRange(age) ? AGE_RANGES[age].minAge : '',
    maxAge: isAgeRange(age) ? AGE_RANGES[age].maxAge : '',
  } as AnimalFilter;
  return { ...parameters, filter };
}
