import type { Post } from '../../../contract/shapes.ts';
import type { AccountId, CrowdfundingId, Instant, PostId } from '../../../domain/kernel/ids.ts';
import {
  isListed,
  SUMMARY_COLUMNS,
  type SummaryRow,
  selectVisibleIdByNickname,
  toProfileKey,
  toProfileSummary,
} from '../../accounts/profiles/query.ts';
import {
  isNotTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  toTakenDownField,
} from '../../moderation/taken-down.ts';
import {
  buildPage,
  FIRST_ID,
  LAST_ID,
  LAST_INTEGER,
  type Page,
  type Paging,
  type SortKey,
  type SortOrder,
  toPageStart,
} from '../../paging.ts';
import {
  canSeeHidden,
  createPageStatement,
  getViewerId,
  opaqueParameter,
  type PositionedRow,
  type Queryable,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';
import { isNotBlocked, isVisibleToReader } from '../../social-graph/hidden/query.ts';
import { countHiddenComments } from './counts.ts';
import {
  CAN_SEE_HIDDEN,
  SELECT_RECENT_FOLLOWED,
  START_AFTER,
  selectNewestByAuthor,
} from './followed-posts.ts';

export { findLikes, loadPostCounts } from './counts.ts';
export { createReaderMarksLoader } from './reader-marks.ts';

const PAGE_SIZE = 10;
const MAX_REPLIES = 200;

/** A row of `read.posts`, joined with its author and with the reader's like. */
export interface PostRecord extends SummaryRow, TakenDownRow, PositionedRow {
  readonly id: PostId;
  readonly author_id: AccountId;
  readonly text: string;
  readonly parent_id: PostId | null;
  readonly published_at: Date;
  /** Null if the post was never edited. */
  readonly modified_at: Date | null;
  /** The crowdfunding of an update. */
  readonly crowdfunding_id: CrowdfundingId | null;
  readonly image_hash: string | null;
  readonly comments: number;
  /** Number of comments that are hidden from the reader. */
  readonly unlisted: number;
  readonly likes: number;
  readonly views: string;
  readonly rank: string;
  readonly liked: boolean;
}

/** Maps a row to the `update` field, which is left out if the post is no update of a crowdfunding. */
const toUpdateField = ({ crowdfunding_id, image_hash }: PostRecord): Pick<Post, 'update'> =>
  crowdfunding_id ? { update: { crowdfundingId: crowdfunding_id, hasPicture: image_hash !== null } } : {};

/** Maps a row to a post. */
export function toPost(row: PostRecord): Post {
  const { published_at, modified_at } = row;
  return {
    id: row.id,
    text: row.text,
    creatorData: toProfileSummary(row.author_id, row),
    pubDate: published_at.toISOString(),
    modDate: (modified_at ?? published_at).toISOString(),
    comments: row.comments - row.unlisted,
    likes: row.likes,
    views: Number(row.views),
    liked: row.liked,
    idParent: row.parent_id,
    ...toUpdateField(row),
    ...toTakenDownField(row),
  };
}

/** A scalar subquery is always a single-key lookup; PostgreSQL may turn a join into a scan. */
const IS_LIKED = `(
    SELECT true FROM read.post_likes mine WHERE mine.post_id = post.id AND mine.account_id = $1
  ) IS NOT NULL AS liked`;

/** `$1` is the reader. */
const POST_COLUMNS = `post.id, post.author_id, post.text, post.parent_id, post.published_at, post.modified_at,
  post.crowdfunding_id, post.image_hash, post.comments, post.likes, post.views, post.rank, ${selectTakenDown('post')}, ${SUMMARY_COLUMNS}, ${IS_LIKED}`;

const COLUMNS = `${POST_COLUMNS}, ${selectReadPosition('posts')}`;

const READER_ID = opaqueParameter('$1', 'uuid');

/** Posts of erased authors are never shown; posts that are taken down only to their author and staff. */
const JOIN_AUTHOR = `
  JOIN read.profiles profile ON profile.id = post.author_id AND ${isListed(CAN_SEE_HIDDEN)}
    AND ${isNotTakenDownFor('post', 'post.author_id', CAN_SEE_HIDDEN, READER_ID)}`;

/** Adds comment counts to the posts of a page, so that nothing is counted for skipped posts. */
const addCommentCounts = (posts: string): string =>
  `SELECT post.*, ${countHiddenComments(CAN_SEE_HIDDEN, READER_ID)} AS unlisted FROM (${posts}) post`;

/** Feeds exclude authors whom the reader blocks or mutes, or who block the reader. */
const IS_AUTHOR_VISIBLE = isVisibleToReader('post.author_id');

/** Staff see requested posts despite blocks. */
const IS_NOT_BLOCKED = `(${CAN_SEE_HIDDEN} OR ${isNotBlocked('post.author_id')})`;

const IS_NOT_MUTED = 'post.author_id <> ALL (ARRAY(SELECT muted_id FROM read.mutes WHERE muter_id = $1))';

interface PostList {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly order: SortOrder;
  /** The statement without its limit. `$3` and following are the start key and further selectors. */
  readonly text: string;
  readonly getKey: (row: PostRecord) => SortKey;
}

async function loadPostsPage(
  db: Queryable,
  viewer: Viewer | null,
  { name, order, text, getKey }: PostList,
  paging: Paging,
  selectors: readonly string[] = [],
): Promise<Page<Post>> {
  const { key, skip } = toPageStart(order, paging, PAGE_SIZE);
  const values = [getViewerId(viewer), canSeeHidden(viewer), ...key, ...selectors];
  const page = createPageStatement(name, `${text} LIMIT ${PAGE_SIZE + 1}`, values, skip);
  const { rows } = await db.query<PostRecord>({ ...page, text: addCommentCounts(page.text) });
  return buildPage(order, PAGE_SIZE, rows, getKey, toPost);
}

const toIdKey = (row: PostRecord): SortKey => [row.id];
const createNewestFirstOrder = (name: string): SortOrder => ({ name, kinds: ['id'], start: [LAST_ID] });

const FOR_YOU: PostList = {
  name: 'for-you',
  order: { name: 'for-you', kinds: ['whole', 'id'], start: [LAST_INTEGER, LAST_ID] },
  text: `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR}
    WHERE post.parent_id IS NULL AND (post.rank, post.id) < (${opaqueParameter('$3', 'bigint')}, ${opaqueParameter('$4', 'uuid')}) AND ${IS_AUTHOR_VISIBLE}
    ORDER BY post.rank DESC, post.id DESC`,
  getKey: (row) => [Number(row.rank), row.id],
};

/** Lists the posts of the public feed, ranked by engagement and age, without comments. */
export const listForYouPosts = (db: Queryable, viewer: Viewer | null, paging: Paging): Promise<Page<Post>> =>
  loadPostsPage(db, viewer, FOR_YOU, paging);

const createProfileList = (name: string, author: string): PostList => ({
  name,
  order: createNewestFirstOrder('profile-posts'),
  text: `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR}
    WHERE post.parent_id IS NULL AND post.id < ${START_AFTER} AND post.author_id = ${author} AND ${IS_NOT_BLOCKED}
    ORDER BY post.id DESC`,
  getKey: toIdKey,
});

const PROFILE_LISTS = {
  id: createProfileList('profile-posts', '$4'),
  nickname_key: createProfileList(
    'profile-posts-by-nickname',
    selectVisibleIdByNickname('$4', CAN_SEE_HIDDEN),
  ),
};

/**
 * Lists the posts of the profile with a nickname or an id, newest first, without comments. The page is empty
 * if the profile does not exist or is hidden from the reader.
 */
export function listProfilePosts(
  db: Queryable,
  viewer: Viewer | null,
  profile: string,
  paging: Paging,
): Promise<Page<Post>> {
  const [column, value] = toProfileKey(profile);
  return loadPostsPage(db, viewer, PROFILE_LISTS[column], paging, [value]);
}

const CROWDFUNDING_UPDATES: PostList = {
  name: 'crowdfunding-updates',
  order: createNewestFirstOrder('crowdfunding-updates'),
  text: `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR}
    WHERE post.id < ${START_AFTER} AND post.crowdfunding_id = $4 AND ${IS_NOT_BLOCKED}
    ORDER BY post.id DESC`,
  getKey: toIdKey,
};

/** Lists the updates of a crowdfunding, newest first. */
export const listCrowdfundingUpdates = (
  db: Queryable,
  viewer: Viewer | null,
  crowdfundingId: CrowdfundingId,
  paging: Paging,
): Promise<Page<Post>> => loadPostsPage(db, viewer, CROWDFUNDING_UPDATES, paging, [crowdfundingId]);

const FOLLOWED_ORDER = createNewestFirstOrder('followed-posts');

const createFollowedList = (name: string, ids: string): PostList => ({
  name,
  order: FOLLOWED_ORDER,
  text: `SELECT ${COLUMNS} FROM (${ids}) followed JOIN read.posts post ON post.id = followed.id ${JOIN_AUTHOR}
    WHERE ${IS_AUTHOR_VISIBLE}
    ORDER BY followed.id DESC`,
  getKey: toIdKey,
});

const FOLLOWED_AMONG_RECENT = createFollowedList('followed-among-recent', SELECT_RECENT_FOLLOWED);
const FOLLOWED_BY_AUTHOR = createFollowedList('followed-by-author', selectNewestByAuthor(PAGE_SIZE + 1));

/** Lists the posts of followed accounts, newest first, without comments. The page is empty for visitors. */
export async function listFollowingPosts(
  db: Queryable,
  viewer: Viewer | null,
  paging: Paging,
): Promise<Page<Post>> {
  if (!viewer) return { items: [], next: null };
  const { skip } = toPageStart(FOLLOWED_ORDER, paging, PAGE_SIZE);
  if (skip > 0) {
    const offsetList = createFollowedList('', selectNewestByAuthor(skip + PAGE_SIZE + 1));
    return loadPostsPage(db, viewer, offsetList, paging);
  }
  const recentPage = await loadPostsPage(db, viewer, FOLLOWED_AMONG_RECENT, paging);
  return recentPage.next ? recentPage : loadPostsPage(db, viewer, FOLLOWED_BY_AUTHOR, paging);
}

const selectReplies = (columns: string) => `SELECT ${columns} FROM read.posts post ${JOIN_AUTHOR}
  WHERE post.id > ${START_AFTER} AND post.parent_id = $4 AND ${IS_NOT_BLOCKED} AND ${IS_NOT_MUTED} ORDER BY post.id`;
const REPLIES: PostList = {
  name: 'replies',
  order: { name: 'replies', kinds: ['id'], start: [FIRST_ID] },
  text: selectReplies(COLUMNS),
  getKey: toIdKey,
};

/** Lists the comments of a post, oldest first. */
export const listReplies = (
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
  paging: Paging,
): Promise<Page<Post>> => loadPostsPage(db, viewer, REPLIES, paging, [postId]);

/** One row per comment of the post `$4`, or one without an id if it has none; no row if the post is not shown. */
const ALL_REPLIES = `
  SELECT reply.*, shown.read_position FROM (
    SELECT ${selectReadPosition('posts')} FROM read.posts post ${JOIN_AUTHOR} WHERE post.id = $4 AND ${IS_NOT_BLOCKED}
  ) shown
  LEFT JOIN LATERAL (${selectReplies(POST_COLUMNS)} LIMIT ${MAX_REPLIES + 1}) reply ON true
  ORDER BY reply.id`;

/**
 * Lists the comments of a post, oldest first: up to 200, then a cursor for the following pages. Returns null
 * if `findShownPost` would not return the post.
 */
export async function listAllReplies(
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
): Promise<Page<Post> | null> {
  const { rows } = await db.query<PostRecord | { readonly id: null }>({
    name: 'all-replies',
    text: addCommentCounts(ALL_REPLIES),
    values: [getViewerId(viewer), canSeeHidden(viewer), FIRST_ID, postId],
  });
  const replies = rows.filter((row) => row.id !== null);
  return rows.length === 0 ? null : buildPage(REPLIES.order, MAX_REPLIES, replies, REPLIES.getKey, toPost);
}

const createPostQuery =
  (name: string, condition: string) =>
  async (db: Queryable, viewer: Viewer | null, id: PostId): Promise<Post | null> => {
    const { rows } = await db.query<PostRecord>({
      name,
      text: addCommentCounts(
        `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR} WHERE post.id = $3 AND ${condition}`,
      ),
      values: [getViewerId(viewer), canSeeHidden(viewer), id],
    });
    return rows[0] ? toPost(rows[0]) : null;
  };

/**
 * Returns a post or comment. Returns null when it does not exist, when its author is erased, or when it or
 * its author is hidden from the reader.
 */
export const findPostById = createPostQuery('post-by-id', 'true');

/**
 * Returns the author and publication time of a post that `findPostById` would return, and whether the reader
 * likes it. Cheaper than `findPostById`, because nothing is counted.
 */
export async function findVisiblePost(
  db: Queryable,
  viewer: Viewer,
  id: PostId,
): Promise<{
  readonly authorId: AccountId;
  readonly publishedAt: Instant;
  readonly liked: boolean;
} | null> {
  const { rows } = await db.query<Pick<PostRecord, 'author_id' | 'published_at' | 'liked'>>({
    name: 'visible-post',
    text: `SELECT post.author_id, post.published_at, ${IS_LIKED} FROM read.posts post ${JOIN_AUTHOR} WHERE post.id = $3`,
    values: [viewer.id, canSeeHidden(viewer), id],
  });
  const [row] = rows;
  return row
    ? { authorId: row.author_id, publishedAt: row.published_at.toISOString(), liked: row.liked }
    : null;
}

/**
 * Like `findPostById`, but returns null if the reader or the author blocks the other, unless the reader is
 * staff.
 */
export const findShownPost = createPostQuery('shown-post', IS_NOT_BLOCKED);

/** Returns the hash of a post's picture, or null if the post has none. */
export async function findPostPictureHash(db: Queryable, id: PostId): Promise<string | null> {
  const { rows } = await db.query<Pick<PostRecord, 'image_hash'>>({
    name: 'post-picture-hash',
    text: 'SELECT image_hash FROM read.posts WHERE id = $1',
    values: [id],
  });
  return rows[0]?.image_hash ?? null;
}

/** Lists the ids of the newest posts that every visitor may see, without comments. */
export async function listPublicPostIds(db: Queryable, limit: number): Promise<readonly PostId[]> {
  const { rows } = await db.query<{ id: PostId }>({
    text: `SELECT post.id FROM read.posts post
      JOIN read.profiles profile ON profile.id = post.author_id AND ${isListed('false')}
      WHERE post.parent_id IS NULL AND post.taken_down_at IS NULL
      ORDER BY post.id DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ id }) => id);
}
