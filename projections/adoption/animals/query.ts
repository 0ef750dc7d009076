import type { AdoptionPost } from '../../../contract/adoption.ts';
import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { AccountId, AdoptionId } from '../../../domain/kernel/ids.ts';
import {
  isListed,
  SUMMARY_COLUMNS,
  type SummaryRow,
  toProfileSummary,
} from '../../accounts/profiles/query.ts';
import {
  isNotTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  toTakenDownField,
} from '../../moderation/taken-down.ts';
import { buildPage, LAST_ID, type Page, type Paging, type SortOrder, toPageStart } from '../../paging.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';
import { isNotBlocked, isVisibleToReader } from '../../social-graph/hidden/query.ts';
import { escapePattern, splitWords } from '../../text-search.ts';

/** An animal with fields that only the server uses. */
export interface StoredAnimal {
  readonly post: AdoptionPost;
  /** SHA-256 hash of the picture. */
  readonly imageHash: string;
}

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

interface AnimalRecord extends SummaryRow, TakenDownRow {
  readonly id: AdoptionId;
  readonly owner_id: AccountId;
  readonly name: string;
  readonly type: AnimalType;
  readonly breed: string;
  readonly age: number;
  readonly sex: AnimalSex;
  readonly description: string;
  readonly address: string;
  readonly vaccinated: boolean;
  readonly sterilized: boolean;
  readonly image_hash: string;
  readonly status: AdoptionPost['status'];
  readonly offered_at: Date;
}

const toAdoptionPost = (row: AnimalRecord): AdoptionPost => ({
  id: row.id,
  status: row.status,
  address: row.address,
  description: row.description,
  vaccinated: row.vaccinated,
  sterilized: row.sterilized,
  createdDate: row.offered_at.toISOString(),
  owner: toProfileSummary(row.owner_id, row),
  animal: { name: row.name, type: row.type, age: row.age, sex: row.sex, breed: row.breed },
  ...toTakenDownField(row),
});

/**
 * Returns SQL for animals with their owners. `$1` is the reader; `$2` is whether the reader sees animals that
 * are taken down or whose owners are deactivated or banned. Animals of erased accounts are never shown.
 */
const selectAnimals = (rows: string): string => `
  SELECT animal.id, animal.owner_id, animal.name, animal.type, animal.breed, animal.age, animal.sex,
    animal.description, animal.address, animal.vaccinated, animal.sterilized, animal.image_hash, animal.status,
    animal.offered_at, ${selectTakenDown('animal')}, ${SUMMARY_COLUMNS}
  FROM ${rows} animal JOIN read.profiles profile ON profile.id = animal.owner_id AND ${isListed('$2')}
    AND ${isNotTakenDownFor('animal', 'animal.owner_id', '$2', '$1')}`;

/** Lists exclude owners whom the reader `$1` blocks or mutes, and owners who block the reader. */
const IS_OWNER_VISIBLE = isVisibleToReader('animal.owner_id');

/** Staff (`$2`) see requested animals despite blocks. */
const IS_NOT_BLOCKED = `($2 OR ${isNotBlocked('animal.owner_id')})`;

const PAGE_SIZE = 20;
const createNewestFirstOrder = (name: string): SortOrder => ({ name, kinds: ['id'], start: [LAST_ID] });

interface Condition {
  /** Contains `?` in place of the value. */
  readonly sql: string;
  readonly value: unknown;
}

/**
 * Returns whether the trigram index can find a word. It only finds words with three consecutive letters or
 * digits.
 */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

function buildConditions(filter: AnimalFilter): readonly Condition[] {
  const { type, sex, minAge, maxAge, vaccinated, sterilized, text = '' } = filter;
  const conditions: readonly Condition[] = [
    { sql: 'animal.type = ?', value: type },
    { sql: 'animal.sex = ?', value: sex },
    { sql: 'animal.age >= ?', value: minAge },
    { sql: 'animal.age <= ?', value: maxAge },
    { sql: 'animal.vaccinated = ?', value: vaccinated },
    { sql: 'animal.sterilized = ?', value: sterilized },
    ...splitWords(text).map((word) => ({ sql: 'animal.search LIKE ?', value: `%${escapePattern(word)}%` })),
  ];
  return conditions.filter(({ value }) => value !== undefined);
}

/** Maximum number of the newest animals that are searched for a text before the index is used. */
const MAX_SCANNED_ANIMALS = 2_000;

/**
 * Subqueries for the rows that meet conditions, after `$3`. `any` leaves the plan to PostgreSQL, `newest`
 * only searches the newest available animals, and `filtered` ignores the order, so that the text index is
 * used.
 */
const SUBQUERIES = {
  any: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions})`,
  newest: (conditions: string) => `(SELECT * FROM (
      SELECT * FROM read.animals WHERE status = 'AVAILABLE' AND id < $3 ORDER BY id DESC LIMIT ${MAX_SCANNED_ANIMALS}
    ) animal WHERE ${conditions})`,
  filtered: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions} OFFSET 0)`,
} as const;

interface AnimalList {
  readonly order: SortOrder;
  /** SQL condition on the owner. */
  readonly ownerCondition: string;
  readonly conditions: readonly Condition[];
  readonly subquery?: keyof typeof SUBQUERIES;
}

async function loadAnimalsPage(
  db: Queryable,
  viewer: Viewer | null,
  { order, ownerCondition, conditions, subquery = 'any' }: AnimalList,
  paging: Paging,
): Promise<Page<AdoptionPost>> {
  const { key, skip } = toPageStart(order, paging, PAGE_SIZE);
  const values: unknown[] = [getViewerId(viewer), canSeeHidden(viewer), ...key, skip];
  const conditionTexts = conditions.map(
    ({ sql, value }) => ` AND ${sql.replace('?', `$${values.push(value)}`)}`,
  );
  const subqueryText = SUBQUERIES[subquery](`animal.id < $3${conditionTexts.join('')}`);
  const { rows: animals } = await db.query<AnimalRecord>({
    text: `${selectAnimals(subqueryText)} WHERE ${ownerCondition} ORDER BY animal.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $4`,
    values,
  });
  return buildPage(order, PAGE_SIZE, animals, (row) => [row.id], toAdoptionPost);
}

const AVAILABLE_ORDER = createNewestFirstOrder('animals');

/**
 * Lists available animals, newest first, without those of accounts that the reader blocks or mutes, or that
 * block the reader. Common words are found among the newest animals, rare ones by the index; words that are
 * too short for the index are only searched among the newest.
 */
export async function listAvailableAnimals(
  db: Queryable,
  viewer: Viewer | null,
  filter: AnimalFilter,
  paging: Paging,
): Promise<Page<AdoptionPost>> {
  const availableCondition = { sql: 'animal.status = ?', value: 'AVAILABLE' };
  const list = {
    order: AVAILABLE_ORDER,
    ownerCondition: IS_OWNER_VISIBLE,
    conditions: [availableCondition, ...buildConditions(filter)],
  };
  const words = splitWords(filter.text ?? '');
  if (words.length === 0) return loadAnimalsPage(db, viewer, list, paging);
  const newestPage = await loadAnimalsPage(db, viewer, { ...list, subquery: 'newest' }, paging);
  if (newestPage.next || !words.some(isIndexed)) return newestPage;
  return loadAnimalsPage(db, viewer, { ...list, subquery: 'filtered' }, paging);
}

const OWNER_ORDER = createNewestFirstOrder('profile-animals');

/**
 * Lists the animals of an account in any status, newest first. The page is empty if one side blocks the
 * other, unless the reader is staff.
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
      conditions: [{ sql: 'animal.owner_id = ?', value: ownerId }],
    },
    paging,
  );

/**
 * Returns an animal. Returns null when it does not exist, when its owner is erased, or when it or its owner
 * is hidden from the reader.
 */
export async function findAnimalById(
  db: Queryable,
  viewer: Viewer | null,
  id: AdoptionId,
): Promise<StoredAnimal | null> {
  const { rows } = await db.query<AnimalRecord>({
    name: 'animal-by-id',
    text: `${selectAnimals('read.animals')} WHERE animal.id = $3`,
    values: [getViewerId(viewer), canSeeHidden(viewer), id],
  });
  const [row] = rows;
  return row ? { post: toAdoptionPost(row), imageHash: row.image_hash } : null;
}

/** Lists the ids of the newest available animals that every visitor may see. */
export async function listPublicAnimalIds(db: Queryable, limit: number): Promise<readonly AdoptionId[]> {
  const { rows } = await db.query<{ id: AdoptionId }>({
    text: `SELECT animal.id FROM read.animals animal
      JOIN read.profiles profile ON profile.id = animal.owner_id AND ${isListed('false')}
      WHERE animal.status = 'AVAILABLE' AND animal.taken_down_at IS NULL
      ORDER BY animal.id DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}
