import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { Coordinates } from '../../../domain/kernel/town.ts';
import { escapePattern, splitWords } from '../../text-search.ts';
import { getBoxAround, selectMetres, toStoredCoordinates } from './distance.ts';

/** Search filter for animals; undefined fields are ignored. */
export interface AnimalFilter {
  readonly type?: AnimalType | undefined;
  readonly sex?: AnimalSex | undefined;
  /** In years, inclusive. */
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  readonly vaccinated?: boolean | undefined;
  readonly sterilized?: boolean | undefined;
  /** Words that must all occur in the owner's texts, in any order and case. */
  readonly text?: string | undefined;
}

/** Center and radius of a search, in km. Without a radius, the distance only determines the order. */
export interface SearchArea {
  readonly center: Coordinates;
  readonly withinKm?: number | undefined;
}

/** Adds a value to the parameters of a statement, and returns its SQL. */
export type AddParameter = (value: unknown) => string;

/** An SQL condition on `animal`. */
export type Condition = (bind: AddParameter) => string;

/** SQL conditions on `animal` by the filter's field, given the SQL of its value. */
export const FILTER_CONDITIONS = {
  type: (value: string) => `animal.type = ${value}`,
  sex: (value: string) => `animal.sex = ${value}`,
  minAge: (value: string) => `animal.age >= ${value}`,
  maxAge: (value: string) => `animal.age <= ${value}`,
  vaccinated: (value: string) => `animal.vaccinated = ${value}`,
  sterilized: (value: string) => `animal.sterilized = ${value}`,
} as const;

export type FilterField = keyof typeof FILTER_CONDITIONS;

export const FILTER_FIELDS = Object.keys(FILTER_CONDITIONS) as readonly FilterField[];

/** Returns the pattern of `LIKE` that finds a word in the column `search`. */
export const toWordPattern = (word: string): string => `%${escapePattern(word)}%`;

/** Returns the conditions of a filter. */
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

/** More than half of the earth's circumference. */
const MAX_KM = 25_000;

/** Value of `town_id` of animals without a town. */
export const NO_TOWN = 0;

/**
 * Returns SQL for the towns of available animals in some surroundings, with their distances in metres. It reads one
 * index; distances are computed once per town.
 */
export function selectTownsAround({ center, withinKm }: SearchArea, bind: AddParameter): string {
  const { south, north, west, east } = getBoxAround(center, withinKm);
  const { latitude, longitude } = toStoredCoordinates(center);
  const place = { latitude: `${bind(latitude)}::integer`, longitude: `${bind(longitude)}::integer` };
  return `SELECT place.town_id, place.metres FROM (
      SELECT town.town_id, ${selectMetres({ latitude: 'town.latitude', longitude: 'town.longitude' }, place)} AS metres
      FROM (
        SELECT town_id, min(latitude) AS latitude, min(longitude) AS longitude FROM read.animals
        WHERE status = 'AVAILABLE' AND town_id <> ${NO_TOWN} AND latitude BETWEEN ${bind(south)} AND ${bind(north)}
          AND longitude BETWEEN ${bind(west)} AND ${bind(east)}
        GROUP BY town_id
      ) town
    ) place WHERE place.metres <= ${bind(Math.min(withinKm ?? Number.POSITIVE_INFINITY, MAX_KM) * 1_000)}::integer`;
}
