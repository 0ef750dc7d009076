import type { AdoptionPost } from '../../../contract/adoption.ts';
import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { AccountId, AdoptionId } from '../../../domain/kernel/ids.ts';
import { foldCase } from '../../../domain/kernel/text.ts';
import { listed, SUMMARY_COLUMNS, type SummaryRow, summaryOf } from '../../accounts/profiles/query.ts';
import {
  notTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  takenDownOf,
} from '../../moderation/taken-down.ts';
import { LAST_ID, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { canSeeHidden, type Queryable, type Viewer, viewerId } from '../../queryable.ts';
import { met, notBlocked } from '../../social-graph/hidden/query.ts';

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

const adoptionPostOf = (row: AnimalRecord): AdoptionPost => ({
  id: row.id,
  status: row.status,
  address: row.address,
  description: row.description,
  vaccinated: row.vaccinated,
  sterilized: row.sterilized,
  createdDate: row.offered_at.toISOString(),
  owner: summaryOf(row.owner_id, row),
  animal: { name: row.name, type: row.type, age: row.age, sex: row.sex, breed: row.breed },
  ...takenDownOf(row),
});

/**
 * SQL for animals with their owners. `$1` is the reader; `$2` is whether the reader sees animals that are
 * taken down or whose owners are deactivated or banned. Animals of erased accounts are never shown.
 */
const animalsFrom = (rows: string): string => `
  SELECT animal.id, animal.owner_id, animal.name, animal.type, animal.breed, animal.age, animal.sex,
    animal.description, animal.address, animal.vaccinated, animal.sterilized, animal.image_hash, animal.status,
    animal.offered_at, ${selectTakenDown('animal')}, ${SUMMARY_COLUMNS}
  FROM ${rows} animal JOIN read.profiles profile ON profile.id = animal.owner_id AND ${listed('$2')}
    AND ${notTakenDownFor('animal', 'animal.owner_id', '$2', '$1')}`;

/** Lists of suggestions exclude owners whom the reader `$1` blocks or mutes, or who block the reader. */
const MET = met('animal.owner_id');

/** Staff (`$2`) see requested animals despite blocks. */
const NOT_BLOCKED = `($2 OR ${notBlocked('animal.owner_id')})`;

const PAGE_SIZE = 20;
const newestFirst = (name: string): Order => ({ name, kinds: ['id'], start: [LAST_ID] });

interface Condition {
  /** Contains `?` in place of the value. */
  readonly sql: string;
  readonly value: unknown;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const wordsOf = (text: string): readonly string[] => foldCase(text).split(/\s+/).filter(Boolean);

/** The trigram index only finds words with three consecutive letters or digits. */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

function conditionsOf(filter: AnimalFilter): readonly Condition[] {
  const { type, sex, minAge, maxAge, vaccinated, sterilized, text = '' } = filter;
  const wanted: readonly Condition[] = [
    { sql: 'animal.type = ?', value: type },
    { sql: 'animal.sex = ?', value: sex },
    { sql: 'animal.age >= ?', value: minAge },
    { sql: 'animal.age <= ?', value: maxAge },
    { sql: 'animal.vaccinated = ?', value: vaccinated },
    { sql: 'animal.sterilized = ?', value: sterilized },
    ...wordsOf(text).map((word) => ({ sql: 'animal.search LIKE ?', value: `%${escaped(word)}%` })),
  ];
  return wanted.filter(({ value }) => value !== undefined);
}

/** Maximum number of the newest animals that are searched for a text before the index is used. */
const WINDOW = 2_000;

/**
 * Subqueries for the rows that meet some conditions, after `$3`: `any` leaves the plan to PostgreSQL;
 * `newest` only searches the newest available animals; `asked` ignores the order, so that the text index is
 * used.
 */
const WAYS = {
  any: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions})`,
  newest: (conditions: string) => `(SELECT * FROM (
      SELECT * FROM read.animals WHERE status = 'AVAILABLE' AND id < $3 ORDER BY id DESC LIMIT ${WINDOW}
    ) animal WHERE ${conditions})`,
  asked: (conditions: string) => `(SELECT * FROM read.animals animal WHERE ${conditions} OFFSET 0)`,
} as const;

interface AnimalList {
  readonly order: Order;
  /** SQL condition on the owner. */
  readonly shown: string;
  readonly conditions: readonly Condition[];
  readonly way?: keyof typeof WAYS;
}

async function pageOfAnimals(
  db: Queryable,
  viewer: Viewer | null,
  { order, shown, conditions, way = 'any' }: AnimalList,
  paging: Paging,
): Promise<Page<AdoptionPost>> {
  const { key, skip } = startOf(order, paging, PAGE_SIZE);
  const values: unknown[] = [viewerId(viewer), canSeeHidden(viewer), ...key, skip];
  const selected = conditions.map(({ sql, value }) => ` AND ${sql.replace('?', `$${values.push(value)}`)}`);
  const rows = WAYS[way](`animal.id < $3${selected.join('')}`);
  const { rows: found } = await db.query<AnimalRecord>({
    text: `${animalsFrom(rows)} WHERE ${shown} ORDER BY animal.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET $4`,
    values,
  });
  return pageOf(order, PAGE_SIZE, found, (row) => [row.id], adoptionPostOf);
}

const AVAILABLE = newestFirst('animals');

/**
 * Available animals, newest first, without those of accounts that the reader blocks or mutes, or that block
 * the reader. Common words are found among the newest animals, rare ones by the index; words that are too
 * short for the index are only searched among the newest.
 */
export async function availableAnimals(
  db: Queryable,
  viewer: Viewer | null,
  filter: AnimalFilter,
  paging: Paging,
): Promise<Page<AdoptionPost>> {
  const available = { sql: 'animal.status = ?', value: 'AVAILABLE' };
  const list = { order: AVAILABLE, shown: MET, conditions: [available, ...conditionsOf(filter)] };
  const words = wordsOf(filter.text ?? '');
  if (words.length === 0) return pageOfAnimals(db, viewer, list, paging);
  const newest = await pageOfAnimals(db, viewer, { ...list, way: 'newest' }, paging);
  if (newest.next || !words.some(isIndexed)) return newest;
  return pageOfAnimals(db, viewer, { ...list, way: 'asked' }, paging);
}

const OF_OWNER = newestFirst('profile-animals');

/**
 * Animals of an account in any status, newest first. Empty if one side blocks the other, unless the reader is
 * staff.
 */
export const animalsOf = (
  db: Queryable,
  viewer: Viewer | null,
  ownerId: AccountId,
  paging: Paging,
): Promise<Page<AdoptionPost>> =>
  pageOfAnimals(
    db,
    viewer,
    {
      order: OF_OWNER,
      shown: NOT_BLOCKED,
      conditions: [{ sql: 'animal.owner_id = ?', value: ownerId }],
    },
    paging,
  );

/**
 * An animal. Null when there is none, when its owner is erased, or when it or its owner is hidden from the
 * reader.
 */
export async function animalById(
  db: Queryable,
  viewer: Viewer | null,
  id: AdoptionId,
): Promise<StoredAnimal | null> {
  const { rows } = await db.query<AnimalRecord>({
    name: 'animal-by-id',
    text: `${animalsFrom('read.animals')} WHERE animal.id = $3`,
    values: [viewerId(viewer), canSeeHidden(viewer), id],
  });
  const [row] = rows;
  return row ? { post: adoptionPostOf(row), imageHash: row.image_hash } : null;
}
