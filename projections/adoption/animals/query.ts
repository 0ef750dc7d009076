import type { AnimalSex, AnimalType } from '../../../domain/adoption/rules.ts';
import type { AccountId, AdoptionId, Instant } from '../../../domain/kernel/ids.ts';
import { caseless } from '../../../domain/kernel/text.ts';
import {
  listed,
  type ProfileSummary,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from '../../accounts/profiles/query.ts';
import {
  notTakenDownFor,
  selectTakenDown,
  type TakenDown,
  type TakenDownRow,
  takenDownOf,
} from '../../moderation/taken-down.ts';
import { LAST_ID, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { type Queryable, seesHidden, type Viewer, viewerId } from '../../queryable.ts';
import { met, notBlocked } from '../../social-graph/hidden/query.ts';

/** An animal for adoption. */
export interface AdoptionPost {
  readonly id: AdoptionId;
  readonly status: 'AVAILABLE' | 'ADOPTED';
  readonly address: string;
  readonly description: string;
  readonly vaccinated: boolean;
  readonly sterilized: boolean;
  readonly createdDate: Instant;
  readonly owner: ProfileSummary;
  readonly animal: {
    readonly name: string;
    readonly type: AnimalType;
    /** In years. */
    readonly age: number;
    readonly sex: AnimalSex;
    readonly breed: string;
  };
  readonly takenDown?: TakenDown;
}

/** An animal with what only the server needs of it. */
export interface StoredAnimal {
  readonly post: AdoptionPost;
  /** SHA-256 of its picture. */
  readonly imageHash: string;
}

/** Which animals are looked for; what is undefined does not matter. */
export interface AnimalFilter {
  readonly type?: AnimalType | undefined;
  readonly sex?: AnimalSex | undefined;
  /** In years, both included. */
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  readonly vaccinated?: boolean | undefined;
  readonly sterilized?: boolean | undefined;
  /** Words that all occur in what the owner wrote, in any order, without regard to case. */
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
 * $1 is the reader; $2 is whether animals show that are taken down, or whose owners are deactivated or banned; those of
 * erased ones show to nobody.
 */
const animalsFrom = (rows: string): string => `
  SELECT animal.id, animal.owner_id, animal.name, animal.type, animal.breed, animal.age, animal.sex,
    animal.description, animal.address, animal.vaccinated, animal.sterilized, animal.image_hash, animal.status,
    animal.offered_at, ${selectTakenDown('animal')}, ${SUMMARY_COLUMNS}
  FROM ${rows} animal JOIN read.profiles profile ON profile.id = animal.owner_id AND ${listed('$2')}
    AND ${notTakenDownFor('animal', 'animal.owner_id', '$2', '$1')}`;

/** Owners whom the reader $1 does not meet are left out of what is offered to them. */
const MET = met('animal.owner_id');

/** $2 again: staff see what they are asked about, whoever blocks them. */
const NOT_BLOCKED = `($2 OR ${notBlocked('animal.owner_id')})`;

const PAGE_SIZE = 20;
const newestFirst = (name: string): Order => ({ name, kinds: ['id'], start: [LAST_ID] });

interface Condition {
  /** With `?` for the value. */
  readonly sql: string;
  readonly value: unknown;
}

/** A text as it stands in a pattern of LIKE. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const wordsOf = (text: string): readonly string[] => caseless(text).split(/\s+/).filter(Boolean);

/** The index holds groups of three letters or digits. */
const isIndexed = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word);

/** What a filter asks for, as conditions that all hold. */
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

/** How many of the newest are looked through for a text before the index is asked. */
const WINDOW = 2_000;

/**
 * Ways to the rows that meet some conditions, behind $3: as the server thinks best; among the newest that are available
 * and no further; or by what is asked for alone, whatever the order, so that the index of texts is used.
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
  /** Whom of the owners the reader sees. */
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
  const values: unknown[] = [viewerId(viewer), seesHidden(viewer), ...key, skip];
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
 * Animals that look for a home, newest first, but for those of whom the reader blocks or mutes. What is common is found
 * among the newest, what is rare by the index; words too short for it are looked for among the newest alone.
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

/** Animals of an account, whatever became of them, newest first; none across a block, but for staff. */
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

/** An animal; null when there is none, when its owner is erased, or when it or its owner is out of the reader's sight. */
export async function animalById(
  db: Queryable,
  viewer: Viewer | null,
  id: AdoptionId,
): Promise<StoredAnimal | null> {
  const { rows } = await db.query<AnimalRecord>({
    name: 'animal-by-id',
    text: `${animalsFrom('read.animals')} WHERE animal.id = $3`,
    values: [viewerId(viewer), seesHidden(viewer), id],
  });
  const [row] = rows;
  return row ? { post: adoptionPostOf(row), imageHash: row.image_hash } : null;
}
