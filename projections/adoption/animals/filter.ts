import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { Coordinates } from '../../../domain/kernel/town.ts';
import { escapePattern, splitWords } from '../../text-search.ts';
import { getBoxAround, selectMetres, toStoredCoordinates } from './distance.ts';

/** Search filter for animals; undefined fields are ignored. */
export interface AnimalFilter {
  readonly type?: AnimalType | undefined;
  readonly sex?: AnimalSex | undefined;
  /** Minimum age in years, inclusive. */
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  readonly vaccinated?: boolean | undefined;
  readonly sterilized?: boolean | undefined;
  /** Words that must all occur in the animal's texts, in any order and case. */
  readonly text?: string | undefined;
}

/** Center of a search and its radius in km. Without a radius, the center only determines the order. */
export interface SearchArea {
  readonly center: Coordinates;
  readonly withinKm?: number | undefined;
}

/** Adds a value to the parameters of a statement. Returns the SQL placeholder for it. */
type AddParameter = (value: unknown) => string;

/** Returns an SQL condition on `animal`. Adds its values with `bind`. */
export type Condition = (bind: AddParameter) => string;

/** SQL conditions on `animal`, by filter field. The argument is the SQL for the field's value. */
export const FILTER_CONDITIONS = {
  type: (value: string) => `animal.type = ${value}`,
  sex: (value: string) => `animal.sex = ${value}`,
  minAge: (value: string) => `animal.age >= ${value}`,
  maxAge: (value: string) => `animal.age <= ${value}`,
  vaccinated: (value: string) => `animal.vaccinated = ${value}`,
  sterilized: (value: string) => `animal.sterilized = ${value}`,
} as const;

/** Filter field that is compared with a column. The search text is not one of them. */
export type FilterField = keyof typeof FILTER_CONDITIONS;

export const FILTER_FIELDS = Object.keys(FILTER_CONDITIONS) as readonly FilterField[];

/** Returns the `LIKE` pattern that finds a word in the column `search`. */
export const toWordPattern = (word: string): string => `%${escapePattern(word)}%`;

/** Converts a filter to SQL conditions. */
export const buildConditions = (filter: AnimalFilter): readonly Condition[] => [
  ...FILTER_FIELDS.filter((field) => filter[field] !== undefined).map(
    (field): Condition =>
      (bind) =>
        FILTER_CONDITIONS[field](bind(filter[field])),
  ),
  ...splitWords(filter.text ?? '').map(
    (word): Condition =>
      (bind) =>
        `animal.search LIKE ${bind(toWordPattern(word))}`,
  ),
];

/** Radius in km that includes all towns: more than half of the earth's circumference. */
const MAX_KM = 25_000;

/** Value of `town_id` for animals without a town. */
export const NO_TOWN = 0;

/**
 * Returns SQL for the towns within a search area that have available animals. `metres` is their distance,
 * which is computed once per town. The query only reads one index.
 */
export function selectTownsAround({ center, withinKm }: SearchArea, bind: AddParameter): string {
  const { south, north, west, east } = getBoxAround(center, withinKm);
  const { latitude, longitude } = toStoredCoordinates(center);
  const centerColumns = { latitude: `${bind(latitude)}::integer`, longitude: `${bind(longitude)}::integer` };
  return `SELECT place.town_id, place.metres FROM (
      SELECT town.town_id, ${selectMetres({ latitude: 'town.latitude', longitude: 'town.longitude' }, centerColumns)} AS metres
      FROM (
        SELECT town_id, min(latitude) AS latitude, min(longitude) AS longitude FROM read.animals
        WHERE status = 'AVAILABLE' AND town_id <> ${NO_TOWN} AND latitude BETWEEN ${bind(south)} AND ${bind(north)}
          AND longitude BETWEEN ${bind(west)} AND ${bind(east)}
        GROUP BY town_id
      ) town
    ) place WHERE place.metres <= ${bind(Math.min(withinKm ?? Number.POSITIVE_INFINITY, MAX_KM) * 1_000)}::integer`;
}
