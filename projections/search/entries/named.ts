import type { Uuid } from '../../../domain/kernel/ids.ts';
import { toSearchWords, toSpanishWords } from '../../../domain/kernel/text.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import { JOIN_LISTED_ANIMAL_OWNER } from '../../adoption/animals/rows.ts';
import { IS_LISTED_CROWDFUNDING } from '../../crowdfunding/crowdfundings/query.ts';
import {
  buildPage,
  LAST_ID,
  MAX_INTEGER,
  type Page,
  type PageStart,
  type Paging,
  type RowOrder,
  toPageStart,
} from '../../paging.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';
import { isNotBlocked } from '../../social-graph/hidden/query.ts';
import { createMisspelledPatterns } from './typos.ts';
import { createFormsQuery } from './word-forms.ts';

/** Entity types that are searched by name. */
export type NamedEntityType = 'PERSON' | 'ORGANIZATION' | 'CROWDFUNDING' | 'ANIMAL';

const RANK_STEP = 1_000_000_000;

/** Base ranks by kind of match. The steps between them exceed the maximum popularity. */
const RANKS = {
  nickname: 5 * RANK_STEP,
  whole: 4 * RANK_STEP,
  beginning: 3 * RANK_STEP,
  words: 2 * RANK_STEP,
  text: RANK_STEP,
  misspelled: 0,
};

interface NamedSource {
  /** Search table. Its alias is `entry`. */
  readonly table: string;
  /**
   * SQL that joins the read models that determine who is allowed to see an entry. `$1` is the current user's
   * id, `$2` is whether the current user is staff.
   */
  readonly joins: string;
  /** SQL that ranks entries with the same kind of match. Values above `MAX_POPULARITY` are capped. */
  readonly popularity: string;
  /** Rank of entries whose alias equals the search text. Nicknames rank above names, because they are unique. */
  readonly aliasRank: number;
}

const MAX_POPULARITY = 999_999_999;

/** SQL that joins profiles. Unlike feeds, the search finds muted accounts, so that users can unmute them. */
const JOIN_PROFILE = `
  JOIN read.profiles profile ON profile.id = entry.id AND ${isListed('$2')} AND ${isNotBlocked('profile.id')}
  LEFT JOIN read.follow_counts counts ON counts.account_id = entry.id`;

const createProfileSource = (table: string): NamedSource => ({
  table,
  joins: JOIN_PROFILE,
  popularity: 'coalesce(counts.followers, 0)',
  aliasRank: RANKS.nickname,
});

const SOURCES: Readonly<Record<NamedEntityType, NamedSource>> = {
  PERSON: createProfileSource('search_people'),
  ORGANIZATION: createProfileSource('search_organizations'),
  CROWDFUNDING: {
    table: 'search_crowdfundings',
    joins: `JOIN read.crowdfundings campaign ON campaign.id = entry.id AND ${IS_LISTED_CROWDFUNDING}`,
    popularity: `(campaign.status = 'ACTIVE')::integer * 100000000 + campaign.donations - campaign.refunds`,
    aliasRank: RANKS.whole,
  },
  ANIMAL: {
    table: 'search_animals',
    joins: `JOIN read.animals animal ON animal.id = entry.id ${JOIN_LISTED_ANIMAL_OWNER}`,
    popularity: '0',
    aliasRank: RANKS.whole,
  },
};

/** Maximum number of entries per kind of match, and of entries that are ranked by popularity. */
const MAX_CANDIDATES = 300;
/** Maximum number of entries with misspelled names that are ranked. */
const MAX_MISSPELLED = 200;

/** Maximum number of words in statements whose plans are cached. */
const MAX_WORDS_WITH_CACHED_PLAN = 3;

/** Number of parameters before the word patterns. */
const FIXED_PARAMETER_COUNT = 8;

/** SQL for entries whose `column` begins with `$3`. */
const selectPrefixMatches = (table: string, column: 'name' | 'alias', exactMatchRank: number): string => `(
  SELECT id, CASE WHEN ${column} = $3 THEN ${exactMatchRank} ELSE ${RANKS.beginning} END AS rank FROM read.${table}
  WHERE ${column} >= $3 AND ${column} < $3 || chr(1114111) AND ${column} <> '' ORDER BY ${column} LIMIT ${MAX_CANDIDATES})`;

const selectWithWords = (table: string): string => `(
  SELECT id, CASE WHEN label LIKE ALL ($5::text[]) THEN ${RANKS.words} ELSE ${RANKS.text} END FROM read.${table}
  WHERE document @@ ($4::tsquery || ${createFormsQuery('$3', '$8')}) LIMIT ${MAX_CANDIDATES})`;

/**
 * Returns SQL for entries with misspelled names. Only the patterns of the first word are looked up in the
 * index. With several words, PostgreSQL would look up each combination of their patterns.
 */
const selectMisspelled = (table: string, wordCount: number): string => `(
  SELECT id, ${RANKS.misspelled} FROM read.${table}
  WHERE ${Array.from(
    { length: wordCount },
    (_, i) => `${i === 0 ? 'label' : `(label || '')`} LIKE ANY ($${FIXED_PARAMETER_COUNT + 1 + i}::text[])`,
  ).join(' AND ')} LIMIT ${MAX_MISSPELLED})`;

/**
 * Returns SQL for the ids and scores of matching entries, best match first. `$3` contains the words, `$4` a
 * query for their prefixes, `$5` patterns for these prefixes, `$6` and `$7` the start of the page, and `$8` the
 * words as Spanish writes them. Each following parameter contains the typo patterns of one word. The kinds of
 * match are, from best to worst: nickname, whole name, beginning of the name, words in the name, words in the
 * text and, if there are typo patterns, misspelled name.
 */
function createSearchStatement(
  { table, joins, popularity, aliasRank }: NamedSource,
  misspelledWords: number,
  limit: number,
): string {
  const candidates = [
    selectPrefixMatches(table, 'name', RANKS.whole),
    selectPrefixMatches(table, 'alias', aliasRank),
    selectWithWords(table),
    ...(misspelledWords > 0 ? [selectMisspelled(table, misspelledWords)] : []),
  ];
  return `
    WITH candidates AS (
      SELECT id, max(rank) AS rank FROM (${candidates.join(' UNION ALL ')}) matching
      GROUP BY id ORDER BY rank DESC, id DESC LIMIT ${MAX_CANDIDATES}
    )
    SELECT found.id, found.score FROM (
      SELECT entry.id, entry.rank + least(${popularity}, ${MAX_POPULARITY}) AS score FROM candidates entry ${joins}
    ) found
    WHERE $2::boolean IS NOT NULL AND (found.score, found.id) < ($6::bigint, $7::uuid)
    ORDER BY found.score DESC, found.id DESC LIMIT ${limit}`;
}

interface MatchRecord {
  readonly id: Uuid;
  readonly score: string;
}

const createOrder = (type: NamedEntityType): RowOrder<MatchRecord> => ({
  name: `search-${type}`,
  kinds: ['integer', 'id'],
  start: [MAX_INTEGER, LAST_ID],
  getKey: ({ id, score }) => [Number(score), id],
});

/** Returns a `tsquery` that matches names in which each of the words is the beginning of a word. */
const toPrefixQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

interface NamedSearch {
  readonly type: NamedEntityType;
  readonly words: readonly string[];
  readonly spanishWords: readonly string[];
  readonly start: PageStart;
  readonly size: number;
}

/** Loads up to `size + 1` rows. Includes misspelled names if there are patterns for them. */
async function loadMatches(
  db: Queryable,
  viewer: Viewer | null,
  { type, words, spanishWords, start: { key, skip }, size }: NamedSearch,
  misspelledPatterns: readonly (readonly string[])[],
): Promise<readonly MatchRecord[]> {
  const statement = createSearchStatement(SOURCES[type], misspelledPatterns.length, size + 1);
  const { rows } = await db.query<MatchRecord>({
    ...(skip === 0 &&
      misspelledPatterns.length <= MAX_WORDS_WITH_CACHED_PLAN && {
        name: `search-${type}-${misspelledPatterns.length}-${size}`,
      }),
    text: skip === 0 ? statement : `${statement} OFFSET ${skip}`,
    values: [
      getViewerId(viewer),
      canSeeHidden(viewer),
      words.join(' '),
      toPrefixQuery(words),
      words.map((word) => `% ${word}%`),
      ...key,
      spanishWords.join(' '),
      ...misspelledPatterns,
    ],
  });
  return rows;
}

/**
 * Finds the ids of entries that the current user is allowed to see, best match first. Misspelled names are
 * only searched for if the other entries do not fill the page, because that search is slower.
 */
export async function findNamedEntities(
  db: Queryable,
  viewer: Viewer | null,
  type: NamedEntityType,
  text: string,
  paging: Paging,
  size: number,
): Promise<Page<Uuid>> {
  const words = toSearchWords(text);
  const order = createOrder(type);
  const spanishWords = toSpanishWords(text);
  const search = { type, words, spanishWords, start: toPageStart(order, paging, size), size };
  const misspelledPatterns = createMisspelledPatterns(words);
  const exactMatches = await loadMatches(db, viewer, search, []);
  const rows =
    exactMatches.length > size || misspelledPatterns.length === 0
      ? exactMatches
      : await loadMatches(db, viewer, search, misspelledPatterns);
  return buildPage(order, size, rows, ({ id }) => id);
}
