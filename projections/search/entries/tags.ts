import type { FoundTag } from '../../../contract/search.ts';
import { toTagKey } from '../../../domain/posts/rules.ts';
import { buildPage, type Page, type Paging, type RowOrder, toPageStart } from '../../paging.ts';
import { IS_AUTHOR_NOT_HIDDEN, JOIN_AUTHOR } from '../../posts/posts/post-rows.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';

const MAX_COUNTED_POSTS = 100;
/** Maximum number of tags from which the most used ones are suggested. */
const MAX_CANDIDATES = 50;

interface TagRecord {
  readonly tag: string;
  readonly label: string;
  readonly posts: number;
}

/** Maximum number of tags that are read for a page. Tags without visible posts are skipped. */
const MAX_VISITED_TAGS = 1_000;

/** Returns SQL for the next tag after `after` that begins with `$3`; null if there is none. */
const selectNextTag = (after: string): string => `(
  SELECT next.tag FROM read.search_tags next
  WHERE next.tag > ${after} AND next.tag >= $3 AND next.tag < $3 || chr(1114111)
  ORDER BY next.tag LIMIT 1)`;

/**
 * Returns SQL for tags after `$4` that begin with `$3`, in alphabetical order. Each tag has the number of
 * posts that the current user is allowed to see, and is spelled as in the newest of them. Tags without such
 * posts are excluded. Each recursion step is a single index lookup, so popular tags do not cost more.
 */
const selectTags = (limit: number): string => `
  WITH RECURSIVE names AS (
    SELECT ${selectNextTag('$4')} AS tag, 1 AS visited
    UNION ALL SELECT ${selectNextTag('names.tag')}, names.visited + 1 FROM names
    WHERE names.tag IS NOT NULL AND names.visited < ${MAX_VISITED_TAGS}
  )
  SELECT names.tag, shown.label, shown.posts
  FROM names CROSS JOIN LATERAL (
    SELECT (array_agg(counted.label))[1] AS label, count(*)::integer AS posts FROM (
      SELECT tagged.label FROM read.search_tags tagged JOIN read.posts post ON post.id = tagged.post_id ${JOIN_AUTHOR}
      WHERE tagged.tag = names.tag AND ${IS_AUTHOR_NOT_HIDDEN}
      ORDER BY tagged.post_id DESC LIMIT ${MAX_COUNTED_POSTS}
    ) counted
  ) shown
  WHERE names.tag IS NOT NULL AND shown.posts > 0 LIMIT ${limit}`;

const ALPHABETICAL: RowOrder<TagRecord> = {
  name: 'search-tags',
  kinds: ['text'],
  start: [''],
  getKey: ({ tag }) => [tag],
};

/** Returns the tag prefix for a search text, such as `gatosnegros` for `#Gatos negros`. */
const toPrefix = (text: string): string => toTagKey(text.replace(/[^\p{L}\p{M}\p{N}_]/gu, ''));

const toFoundTag = ({ label, posts }: TagRecord): FoundTag => ({ name: label, posts });

async function loadTags(
  db: Queryable,
  viewer: Viewer | null,
  { prefix, after, limit, skip = 0 }: { prefix: string; after: string; limit: number; skip?: number },
): Promise<readonly TagRecord[]> {
  const { rows } = await db.query<TagRecord>({
    ...(skip === 0 && { name: `search-tags-${limit}` }),
    text: `${selectTags(limit)}${skip === 0 ? '' : ` OFFSET ${skip}`}`,
    values: [getViewerId(viewer), canSeeHidden(viewer), prefix, after],
  });
  return rows;
}

/** Lists tags that begin with a text, in alphabetical order. The text may begin with `#`. */
export async function listTags(
  db: Queryable,
  viewer: Viewer | null,
  text: string,
  paging: Paging,
  size: number,
): Promise<Page<FoundTag>> {
  const { key, skip } = toPageStart(ALPHABETICAL, paging, size);
  const rows = await loadTags(db, viewer, {
    prefix: toPrefix(text),
    after: String(key[0]),
    limit: size + 1,
    skip,
  });
  return buildPage(ALPHABETICAL, size, rows, toFoundTag);
}

/**
 * Lists tags that begin with a text, most used first. Only the first tags in alphabetical order are
 * considered. A tag that equals the text comes first.
 */
export async function listPopularTags(
  db: Queryable,
  viewer: Viewer | null,
  text: string,
  size: number,
): Promise<readonly FoundTag[]> {
  const prefix = toPrefix(text);
  const rows = await loadTags(db, viewer, { prefix, after: '', limit: MAX_CANDIDATES });
  const getRank = ({ tag, posts }: TagRecord): number => (tag === prefix ? MAX_COUNTED_POSTS + 1 : posts);
  return rows
    .toSorted((a, b) => getRank(b) - getRank(a))
    .slice(0, size)
    .map(toFoundTag);
}
