import type { Post } from '../../../contract/shapes.ts';
import type { AccountId, CrowdfundingId, Instant, PostId } from '../../../domain/kernel/ids.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import { selectVisibleIdByNickname, toProfileKey } from '../../accounts/profiles/query.ts';
import {
  buildPage,
  FIRST_ID,
  orderByNewestId,
  orderByOldestId,
  type Page,
  type Paging,
  toPageStart,
} from '../../paging.ts';
import { type PictureRow, toPictureReference } from '../../pictures.ts';
import {
  canSeeHidden,
  getViewerId,
  type Queryable,
  queryColumn,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';
import {
  CAN_SEE_HIDDEN,
  SELECT_RECENT_FOLLOWED,
  START_AFTER,
  selectNewestByAuthor,
} from './followed-posts.ts';
import {
  addCommentCounts,
  COLUMNS,
  IS_AUTHOR_NOT_HIDDEN,
  IS_LIKED,
  IS_NOT_BLOCKED,
  JOIN_AUTHOR,
  loadPostsPage,
  PAGE_SIZE,
  POST_COLUMNS,
  type PostList,
  type PostRecord,
  toPost,
} from './post-rows.ts';

export { findLikes, loadPostCounts } from './counts.ts';
export { listForYouPosts } from './for-you.ts';
export { createViewerPostStateLoader } from './viewer-post-state.ts';

const MAX_REPLIES = 200;

const IS_NOT_MUTED = 'post.author_id <> ALL (ARRAY(SELECT muted_id FROM read.mutes WHERE muter_id = $1))';

const createProfileList = (name: string, author: string): PostList => ({
  name,
  order: orderByNewestId('profile-posts'),
  text: `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR}
    WHERE post.parent_id IS NULL AND post.id < ${START_AFTER} AND post.author_id = ${author} AND ${IS_NOT_BLOCKED}
    ORDER BY post.id DESC`,
});

const PROFILE_LISTS = {
  id: createProfileList('profile-posts', '$4'),
  nickname_key: createProfileList(
    'profile-posts-by-nickname',
    selectVisibleIdByNickname('$4', CAN_SEE_HIDDEN),
  ),
};

/**
 * Lists the posts by a profile, newest first. Excludes comments. The profile is given by nickname or id. The
 * page is empty if the profile does not exist or is hidden from the current user.
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
  order: orderByNewestId('crowdfunding-updates'),
  text: `SELECT ${COLUMNS} FROM read.posts post ${JOIN_AUTHOR}
    WHERE post.id < ${START_AFTER} AND post.crowdfunding_id = $4 AND ${IS_NOT_BLOCKED}
    ORDER BY post.id DESC`,
};

/** Lists the updates of a campaign, newest first. */
export const listCrowdfundingUpdates = (
  db: Queryable,
  viewer: Viewer | null,
  crowdfundingId: CrowdfundingId,
  paging: Paging,
): Promise<Page<Post>> => loadPostsPage(db, viewer, CROWDFUNDING_UPDATES, paging, [crowdfundingId]);

const FOLLOWED_ORDER = orderByNewestId('followed-posts');

const createFollowedList = (name: string, ids: string): PostList => ({
  name,
  order: FOLLOWED_ORDER,
  text: `SELECT ${COLUMNS} FROM (${ids}) followed JOIN read.posts post ON post.id = followed.id ${JOIN_AUTHOR}
    WHERE ${IS_AUTHOR_NOT_HIDDEN}
    ORDER BY followed.id DESC`,
});

const FOLLOWED_AMONG_RECENT = createFollowedList('followed-among-recent', SELECT_RECENT_FOLLOWED);
const FOLLOWED_BY_AUTHOR = createFollowedList('followed-by-author', selectNewestByAuthor(PAGE_SIZE + 1));

/** Lists the posts by followed accounts, newest first. Excludes comments. The page is empty for visitors. */
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
  order: orderByOldestId('replies'),
  text: selectReplies(COLUMNS),
};

/** Lists the comments on a post, oldest first. */
export const listReplies = (
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
  paging: Paging,
): Promise<Page<Post>> => loadPostsPage(db, viewer, REPLIES, paging, [postId]);

/**
 * Returns one row per comment on the post `$4`, or one row without an id if the post has no comments. Returns
 * no row if the post is not shown.
 */
const ALL_REPLIES = `
  SELECT reply.*, shown.read_position FROM (
    SELECT ${selectReadPosition('posts')} FROM read.posts post ${JOIN_AUTHOR} WHERE post.id = $4 AND ${IS_NOT_BLOCKED}
  ) shown
  LEFT JOIN LATERAL (${selectReplies(POST_COLUMNS)} LIMIT ${MAX_REPLIES + 1}) reply ON true
  ORDER BY reply.id`;

/**
 * Lists up to 200 comments on a post, oldest first, and a cursor for the following ones. Returns null if
 * `findPostUnlessBlocked` would not return the post.
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
  return rows.length === 0 ? null : buildPage(REPLIES.order, MAX_REPLIES, replies, toPost);
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
 * Finds a post or comment. Returns null when it does not exist, when its author is erased, or when it or its
 * author is hidden from the current user.
 */
export const findPostById = createPostQuery('post-by-id', 'true');

/**
 * Returns the author and publication time of a post that `findPostById` would return, and whether the current
 * user likes it. This is cheaper than `findPostById`, because nothing is counted.
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

/** Like `findPostById`, but returns null for non-staff if the current user or the author blocks the other. */
export const findPostUnlessBlocked = createPostQuery('shown-post', IS_NOT_BLOCKED);

/** Returns the picture reference of a post, or null if the post has no picture. */
export async function findPostPicture(db: Queryable, id: PostId): Promise<PictureReference | null> {
  const { rows } = await db.query<PictureRow>({
    name: 'post-picture',
    text: 'SELECT image_hash, image FROM read.posts WHERE id = $1 AND image_hash IS NOT NULL',
    values: [id],
  });
  return rows[0] ? toPictureReference(rows[0]) : null;
}

/** Lists the ids of the newest posts that visitors can see. Excludes comments. */
export const listPublicPostIds = (db: Queryable, limit: number) =>
  queryColumn<PostId>(db, {
    text: `SELECT post.id FROM read.posts post
      JOIN read.profiles profile ON profile.id = post.author_id AND ${isListed('false')}
      WHERE post.parent_id IS NULL AND post.taken_down_at IS NULL
      ORDER BY post.id DESC LIMIT $1`,
    values: [limit],
  });
