import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import type { Post } from '../../../contract/shapes.ts';
import { toSearchWords, toSpanishWords } from '../../../domain/kernel/text.ts';
import { toTagKey } from '../../../domain/posts/rules.ts';
import { orderByNewestId, type Page, type Paging } from '../../paging.ts';
import { START_AFTER } from '../../posts/posts/followed-posts.ts';
import {
  COLUMNS,
  IS_AUTHOR_NOT_HIDDEN,
  JOIN_AUTHOR,
  loadPostsPage,
  type PostList,
} from '../../posts/posts/post-rows.ts';
import type { Queryable, Viewer } from '../../queryable.ts';
import { createFormsQuery } from './word-forms.ts';

const ORDER = orderByNewestId('found-posts');

const createResultList = (name: string, ids: string): PostList => ({
  name,
  order: ORDER,
  text: `SELECT ${COLUMNS} FROM (${ids}) found JOIN read.posts post ON post.id = found.id ${JOIN_AUTHOR}
    WHERE ${IS_AUTHOR_NOT_HIDDEN}
    ORDER BY found.id DESC`,
});

const MATCHES = `document @@ (SELECT ${createFormsQuery(opaqueParameter('$4', 'text'), opaqueParameter('$5', 'text'))})`;

/*
 * Two strategies, as for the animals: common words are found fastest among the newest posts, rare ones by the index.
 * If the first one does not fill a page, the second one runs; the words are then so rare that the index finds few posts.
 * It finds none if there are no older posts, which a common word may all contain.
 */

/** Number of newest posts that are scanned before the index is used. */
const MAX_SCANNED_POSTS = 2_000;

const MATCHES_AMONG_NEWEST = createResultList(
  'posts-found-among-newest',
  `SELECT newest.id FROM (
    SELECT id, document FROM read.search_posts WHERE id < ${START_AFTER} ORDER BY id DESC LIMIT ${MAX_SCANNED_POSTS}
  ) newest WHERE newest.${MATCHES}`,
);

/** SQL condition: there are posts that the first strategy does not scan. */
const HAS_OLDER_POSTS = `(
  SELECT true FROM read.search_posts WHERE id < ${START_AFTER} ORDER BY id DESC OFFSET ${MAX_SCANNED_POSTS} LIMIT 1)`;

const MATCHES_BY_INDEX = createResultList(
  'posts-found-by-index',
  `SELECT matching.id FROM (
    SELECT id FROM read.search_posts WHERE ${MATCHES} AND ${HAS_OLDER_POSTS} OFFSET 0
  ) matching WHERE matching.id < ${START_AFTER} ORDER BY matching.id DESC OFFSET 0`,
);

/** Lists posts with all words in any of their Spanish or English forms, newest first. Excludes comments. */
export async function listPostsWithWords(
  db: Queryable,
  viewer: Viewer | null,
  text: string,
  paging: Paging,
  size?: number,
): Promise<Page<Post>> {
  const filterValues = [toSearchWords(text).join(' '), toSpanishWords(text).join(' ')];
  const newestPage = await loadPostsPage(db, viewer, MATCHES_AMONG_NEWEST, paging, filterValues, size);
  if (newestPage.next) return newestPage;
  const page = await loadPostsPage(db, viewer, MATCHES_BY_INDEX, paging, filterValues, size);
  return page.items.length > 0 ? page : newestPage;
}

const TAGGED: PostList = {
  name: 'posts-with-tag',
  order: orderByNewestId('tagged-posts'),
  text: `SELECT ${COLUMNS} FROM read.search_tags tagged JOIN read.posts post ON post.id = tagged.post_id ${JOIN_AUTHOR}
    WHERE tagged.tag = $4 AND tagged.post_id < ${START_AFTER} AND ${IS_AUTHOR_NOT_HIDDEN}
    ORDER BY tagged.post_id DESC`,
};

/** Lists posts with a tag, newest first. Excludes comments. */
export const listPostsWithTag = (
  db: Queryable,
  viewer: Viewer | null,
  tag: string,
  paging: Paging,
): Promise<Page<Post>> => loadPostsPage(db, viewer, TAGGED, paging, [toTagKey(tag)]);
