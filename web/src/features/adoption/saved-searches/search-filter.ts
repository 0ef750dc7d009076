import type { AnimalSex, AnimalType } from '../../../../../contract/rules/adoption.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import type { SavedSearch } from '../../../../../contract/saved-searches.ts';
import { formatNumber, i18n } from '../../../i18n/index.ts';
import { translateAnimalSex, translateAnimalType } from '../../../shared/animal/animal-texts.ts';
import { AGE_RANGES, type AgeRange, type FilterName } from '../use-animal-filter.ts';

/** Fields of a saved search, with the id of its town. */
type Filter = SavedSearch['filter'] & { readonly near: number | null };

const toNumber = (value: string | undefined): number | null => (value ? Number(value) : null);
const toBoolean = (value: string): boolean | null => (value === '' ? null : value === 'true');

/** Reads the filter for the animal list from the query string. */
export function readFilter(getValue: (name: FilterName) => string): Filter {
  const range = AGE_RANGES[getValue('age') as AgeRange] as (typeof AGE_RANGES)[AgeRange] | undefined;
  return {
    type: (getValue('type') || null) as AnimalType | null,
    sex: (getValue('sex') || null) as AnimalSex | null,
    minAge: toNumber(range?.minAge),
    maxAge: toNumber(range?.maxAge),
    vaccinated: toBoolean(getValue('vaccinated')),
    sterilized: toBoolean(getValue('sterilized')),
    text: cleanText(getValue('text')),
    near: toNumber(getValue('near')),
    within: toNumber(getValue('within')),
  };
}

/** Returns whether a filter excludes any animals, so that it can be saved. A town alone does not; it needs a distance. */
export const isSavable = ({ near, within, text, ...fields }: Filter): boolean =>
  (within === null || near !== null) &&
  (within !== null || text !== '' || Object.values(fields).some((value) => value !== null));

const toComparable = ({ type, sex, minAge, maxAge, vaccinated, sterilized, text, near, within }: Filter) =>
  JSON.stringify([type, sex, minAge, maxAge, vaccinated, sterilized, text, near, within]);

/** Finds the saved search that has the same filter. */
export const findSaved = (searches: readonly SavedSearch[], filter: Filter): SavedSearch | undefined =>
  searches.find(
    ({ filter: saved, town }) => toComparable({ ...saved, near: town?.id ?? null }) === toComparable(filter),
  );

const findAgeRange = ({ minAge, maxAge }: SavedSearch['filter']): AgeRange | undefined =>
  (Object.keys(AGE_RANGES) as AgeRange[]).find(
    (name) => toNumber(AGE_RANGES[name].minAge) === minAge && toNumber(AGE_RANGES[name].maxAge) === maxAge,
  );

/** Returns the path of the animal list, filtered by a saved search. */
export function getSearchPath({ filter, town }: SavedSearch): string {
  const { minAge: _min, maxAge: _max, ...fields } = filter;
  const values = { ...fields, age: findAgeRange(filter), near: town?.id };
  const set = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return `/adoptable-animals?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
}

const describeAge = (filter: SavedSearch['filter']): string | null => {
  const { minAge, maxAge } = filter;
  if (minAge === null && maxAge === null) return null;
  const range = findAgeRange(filter);
  return range
    ? i18n.t(`adoption:ages.${range}`)
    : i18n.t('adoption:ages.between', { min: minAge ?? 0, max: maxAge ?? '…' });
};

/** Returns the translated filters of a search, as in `Dog · Female · Up to 50 km from Girona`. */
export function describeFilter(filter: SavedSearch['filter'], townName: string | undefined): string {
  const { type, sex, vaccinated, sterilized, text, within } = filter;
  return [
    text && i18n.t('adoption:saved.words', { text }),
    type && translateAnimalType(type),
    sex && translateAnimalSex(sex),
    describeAge(filter),
    vaccinated !== null && i18n.t(`shared:animal.${vaccinated ? 'vaccinated' : 'notVaccinated'}`),
    sterilized !== null && i18n.t(`shared:animal.${sterilized ? 'sterilized' : 'notSterilized'}`),
    within !== null && i18n.t('adoption:saved.within', { km: formatNumber(within), town: townName ?? '' }),
  ]
    .filter(Boolean)
    .join(' · ');
}
