import type { Uuid } from '../../../domain/kernel/ids.ts';
import { toSearchWords } from '../../../domain/kernel/text.ts';
import { isListed } from '../../accounts/profiles/query.ts';
import { JOIN_LISTED_ANIMAL_OWNER } from '../../adoption/animals/rows.ts';
import { IS_LISTED_CROWDFUNDING } from '../../crowdfunding/crowdfundings/query.ts';
import {
  buildPage,
  LAST_ID,
  LAST_INTEGER,
  type Page,
  type Paging,
  type SortOrder,
  toPageStart,
} from '../../paging.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';
import { isNotBlocked } from '../../social-graph/hidden/query.ts';
import { createTypoPatterns } from './typos.ts';

/** Types of results that are found by their names. */
export type NamedType = 'PERSON' | 'ORGANIZATION' | 'CROWDFUNDING' | 'ANIMAL';

interface NamedSource {
  /** Table of the search, with the alias `entry`. */
  readonly table: string;
  /** SQL that joins the read models which determine who may see an entry: `$1` is the reader, `$2` whether staff. */
  readonly joins: string;
  /** SQL for the rank among entries that match equally well, at most `MAX_POPULARITY`. */
  readonly popularity: string;
}

const MAX_POPULARITY = 999_999_999;

/** Unlike the feeds, the search finds muted accounts, so that readers can unmute them. */
const JOIN_PROFILE = `
  JOIN read.profiles profile ON profile.id = entry.id AND ${isListed('$2')} AND ${isNotBlocked('profile.id')}
  LEFT JOIN read.follow_counts counts ON counts.account_id = entry.id`;

const SOURCES: Readonly<Record<NamedType, NamedSource>> = {
  PERSON: { table: 'search_people', joins: JOIN_PROFILE, popularity: 'coalesce(counts.followers, 0)' },
  ORGANIZATION: {
    table: 'search_organizations',
    joins: JOIN_PROFILE,
    popularity: 'coalesce(counts.followers, 0)',
  },
  CROWDFUNDING: {
    table: 'search_crowdfundings',
    joins: `JOIN read.crowdfundings campaign ON campaign.id = entry.id AND ${IS_LISTED_CROWDFUNDING}`,
    popularity: `(campaign.status = 'ACTIVE')::integer * 100000000 + campaign.donations - campaign.refunds`,
  },
  ANIMAL: {
    table: 'search_animals',
    joins: `JOIN read.animals animal ON animal.id = entry.id ${JOIN_LISTED_ANIMAL_OWNER}`,
    popularity: '0',
  },
};

/** Maximum number of entries that are ranked, for each of the ways in which they can match. */
const MAX_CANDIDATES = 1_000;

const TEXT_QUERY = `(plainto_tsquery('pg_catalog.spanish', $3) || plainto_tsquery('pg_catalog.english', $3))`;

/** Maximum number of words of statements whose plans are cached. */
const MAX_NAMED_WORDS = 3;

/** Number of parameters before the patterns of the words. */
const FIXED_PARAMETERS = 7;

/**
 * Returns SQL for the ids and scores of the entries that match, best first. `$3` are the words, `$4` a query for their
 * beginnings, `$5` patterns for these, `$6` and `$7` the start of the page, and each following parameter the patterns of
 * one word with a typing error. From best to worst: the whole name, its beginning, words of the name, words of the text,
 * a misspelled name.
 */
function createSearchStatement(
  { table, joins, popularity }: NamedSource,
  wordCount: number,
  limit: number,
): string {
  const isMisspelled = Array.from(
    { length: wordCount },
    (_, i) => `entry.label LIKE ANY ($${FIXED_PARAMETERS + 1 + i}::text[])`,
  ).join(' AND ');
  const selectMatching = (condition: string): string =>
    `(SELECT entry.id FROM read.${table} entry WHERE ${condition} LIMIT ${MAX_CANDIDATES})`;
  return `
    WITH candidates AS (
      ${selectMatching('entry.name = $3')}
      UNION ${selectMatching(`entry.alias = $3 AND entry.alias <> ''`)}
      UNION ${selectMatching(`entry.document @@ ($4::tsquery || ${TEXT_QUERY})`)}
      UNION ${selectMatching(isMisspelled)}
    )
    SELECT found.id, found.score FROM (
      SELECT entry.id, least(${popularity}, ${MAX_POPULARITY}) + CASE
        WHEN entry.name = $3 OR entry.alias = $3 THEN 4000000000
        WHEN starts_with(entry.name, $3) OR starts_with(entry.alias, $3) THEN 3000000000
        WHEN entry.label LIKE ALL ($5::text[]) THEN 2000000000
        WHEN entry.document @@ ($4::tsquery || ${TEXT_QUERY}) THEN 1000000000
        ELSE 0 END::bigint AS score
      FROM candidates JOIN read.${table} entry ON entry.id = candidates.id ${joins}
    ) found
    WHERE $2::boolean IS NOT NULL AND (found.score, found.id) < ($6::bigint, $7::uuid)
    ORDER BY found.score DESC, found.id DESC LIMIT ${limit}`;
}

interface FoundRecord {
  readonly id: Uuid;
  readonly score: string;
}

const createOrder = (type: NamedType): SortOrder => ({
  name: `search-${type}`,
  kinds: ['whole', 'id'],
  start: [LAST_INTEGER, LAST_ID],
});

/** Returns a `tsquery` for names that contain words beginning with each of the words. */
const toPrefixQuery = (words: readonly string[]): string => words.map((word) => `'${word}':*`).join(' & ');

/** Finds ids of entries that the reader may see, best match first. */
export async function findNamed(
  db: Queryable,
  viewer: Viewer | null,
  type: NamedType,
  text: string,
  paging: Paging,
  size: number,
): Promise<Page<Uuid>> {
  const words = toSearchWords(text);
  const order = createOrder(type);
  const { key, skip } = toPageStart(order, paging, size);
  const statement = createSearchStatement(SOURCES[type], words.length, size + 1);
  const { rows } = await db.query<FoundRecord>({
    ...(skip === 0 && words.length <= MAX_NAMED_WORDS && { name: `search-${type}-${words.length}-${size}` }),
    text: skip === 0 ? statement : `${statement} OFFSET ${skip}`,
    values: [
      getViewerId(viewer),
      canSeeHidden(viewer),
      words.join(' '),
      toPrefixQuery(words),
      words.map((word) => `% ${word}%`),
      ...key,
      ...words.map(createTypoPatterns),
    ],
  });
  return buildPage(
    order,
    size,
    rows,
    ({ id, score }) => [Number(score), id],
    ({ id }) => id,
  );
}
