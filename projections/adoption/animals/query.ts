import type { AdoptionPost } from '../../../contract/adoption.ts';
import type { AccountId, AdoptionId } from '../../../domain/kernel/ids.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import {
  buildPage,
  orderByNewestId,
  type Page,
  type Paging,
  type RowOrder,
  toPageStart,
} from '../../paging.ts';
import { toPictureReference } from '../../pictures.ts';
import { canSeeHidden, getViewerId, type Queryable, queryColumn, type Viewer } from '../../queryable.ts';
import { splitWords } from '../../text-search.ts';
import {
  type AnimalFilter,
  buildConditions,
  type Condition,
  type SearchArea,
  selectTownsAround,
} from './filter.ts';
import {
  type AnimalRecord,
  IS_NOT_BLOCKED,
  IS_OWNER_NOT_HIDDEN,
  selectAnimals,
  toAdoptionPost,
} from './rows.ts';

/** An animal and the fields that only the server uses. */
export interface StoredAnimal {
  readonly post: AdoptionPost;
  readonly picture: PictureReference;
}

const PAGE_SIZE = 20;

/** Returns whether the trigram index can find a word. It needs three consecutive letters or digits. */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

/** Number of newest animals that are scanned for a text before the index is used. */
const MAX_SCANNED_ANIMALS = 2_000;

/**
 * Subqueries for the animals after `$3` that meet conditions. `any` leaves the plan to PostgreSQL. `newest`
 * only scans the newest available animals. `filtered` ignores the order, so that PostgreSQL uses the text
 * index.
 */
const SUBQUERIES = {
  any: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions})`,
  newest: (conditions: string) => `(SELECT * FROM (
      SELECT * FROM read.animals WHERE status = 'AVAILABLE' AND id < $3 ORDER BY id DESC LIMIT ${MAX_SCANNED_ANIMALS}
    ) animal WHERE ${conditions})`,
  filtered: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions} OFFSET 0)`,
} as const;

interface AnimalList {
  readonly order: RowOrder<AnimalRecord>;
  readonly ownerCondition: string;
  readonly conditions: readonly Condition[];
  readonly subquery?: keyof typeof SUBQUERIES;
  readonly searchArea?: SearchArea | undefined;
}

async function loadAnimalsPage(
  db: Queryable,
  viewer: Viewer | null,
  { order, ownerCondition, conditions, subquery = 'any', searchArea }: AnimalList,
  paging: Paging,
): Promise<Page<AdoptionPost>> {
  const { key, skip } = toPageStart(order, paging, PAGE_SIZE);
  const values: unknown[] = [getViewerId(viewer), canSeeHidden(viewer), ...key, skip];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditionTexts = conditions.map((condition) => ` AND ${condition(bind)}`);
  const subqueryText = SUBQUERIES[subquery](`animal.id < $3${conditionTexts.join('')}`);
  const { rows } = await db.query<AnimalRecord>({
    text: `${selectAnimals(subqueryText)} WHERE ${ownerCondition} ORDER BY animal.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $4`,
    values,
  });
  return buildPage(order, PAGE_SIZE, rows, (row) => toAdoptionPost(row, searchArea?.center));
}

const AVAILABLE_ORDER = orderByNewestId('animals');

const isAvailable: Condition = () => `animal.status = 'AVAILABLE'`;

const isInTowns =
  (searchArea: SearchArea): Condition =>
  (bind) =>
    `animal.town_id IN (SELECT town_id FROM (${selectTownsAround(searchArea, bind)}) around)`;

/**
 * Lists available animals, newest first. Excludes animals of accounts that the current user blocks or mutes,
 * or that block the current user. Common words are found by scanning the newest animals, and rare words by
 * the index. Words that are too short for the index are only searched for among the newest animals. With
 * `searchArea`, the result contains distances, and `withinKm` filters the animals.
 */
export async function listAvailableAnimals(
  db: Queryable,
  viewer: Viewer | null,
  filter: AnimalFilter,
  paging: Paging,
  searchArea?: SearchArea,
): Promise<Page<AdoptionPost>> {
  const list: AnimalList = {
    order: AVAILABLE_ORDER,
    ownerCondition: IS_OWNER_NOT_HIDDEN,
    conditions: [
      isAvailable,
      ...buildConditions(filter),
      ...(searchArea?.withinKm === undefined ? [] : [isInTowns(searchArea)]),
    ],
    searchArea,
  };
  const words = splitWords(filter.text ?? '');
  if (words.length === 0) return loadAnimalsPage(db, viewer, list, paging);
  const newestPage = await loadAnimalsPage(db, viewer, { ...list, subquery: 'newest' }, paging);
  if (newestPage.next || !words.some(isIndexed)) return newestPage;
  return loadAnimalsPage(db, viewer, { ...list, subquery: 'filtered' }, paging);
}

/** Lists the given animals that are available and listed for the current user, in any order. */
export async function listAnimalsByIds(
  db: Queryable,
  viewer: Viewer | null,
  ids: readonly AdoptionId[],
): Promise<readonly AdoptionPost[]> {
  const { rows } = await db.query<AnimalRecord>({
    name: 'animals-by-ids',
    text: `${selectAnimals('read.animals')}
      WHERE animal.id = ANY ($3::uuid[]) AND animal.status = 'AVAILABLE' AND ${IS_OWNER_NOT_HIDDEN}`,
    values: [getViewerId(viewer), canSeeHidden(viewer), ids],
  });
  return rows.map((row) => toAdoptionPost(row));
}

const OWNER_ORDER = orderByNewestId('profile-animals');

/**
 * Lists the animals of an account in any status, newest first. For non-staff, the page is empty if the
 * current user or the account blocks the other.
 */
export const listOwnerAnimals = (
  db: Queryable,
  viewer: Viewer | null,
  ownerId: AccountId,
  paging: Paging,
): Promise<Page<AdoptionPost>> =>
  loadAnimalsPage(
    db,
    viewer,
    {
      order: OWNER_ORDER,
      ownerCondition: IS_NOT_BLOCKED,
      conditions: [(bind) => `animal.owner_id = ${bind(ownerId)}`],
    },
    paging,
  );

const createAnimalQuery =
  (name: string, condition: string) =>
  async (db: Queryable, viewer: Viewer | null, id: AdoptionId): Promise<StoredAnimal | null> => {
    const { rows } = await db.query<AnimalRecord>({
      name,
      text: `${selectAnimals('read.animals')} WHERE animal.id = $3 AND ${condition}`,
      values: [getViewerId(viewer), canSeeHidden(viewer), id],
    });
    const [row] = rows;
    return row ? { post: toAdoptionPost(row), picture: toPictureReference(row) } : null;
  };

/**
 * Finds an animal by id. Returns null when the animal does not exist, its owner is erased, or one of them is
 * hidden from the current user.
 */
export const findAnimalById = createAnimalQuery('animal-by-id', 'true');

/** Like `findAnimalById`; also returns null when a block is in effect between the current user and the owner. */
export const findShownAnimal = createAnimalQuery('shown-animal', IS_NOT_BLOCKED);

/** Lists the ids of the newest available animals that visitors can see. */
export const listPublicAnimalIds = (db: Queryable, limit: number) =>
  queryColumn<AdoptionId>(db, {
    text: `SELECT animal.id FROM read.animals animal
      JOIN read.profiles profile ON profile.id = animal.owner_id AND ${isListed('false')}
      WHERE animal.status = 'AVAILABLE' AND animal.taken_down_at IS NULL
      ORDER BY animal.id DESC LIMIT $1`,
    values: [limit],
  });
