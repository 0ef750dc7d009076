import type { Post } from '../../../contract/shapes.ts';
import type { AccountId, PostId } from '../../../domain/kernel/ids.ts';
import {
  listed,
  profileKeyOf,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
  visibleIdByNickname,
} from '../../accounts/profiles/query.ts';
import {
  notTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  takenDownOf,
} from '../../moderation/taken-down.ts';
import {
  FIRST_ID,
  LAST_ID,
  LAST_WHOLE,
  type Order,
  type Page,
  type Paging,
  pageOf,
  type SortKey,
  startOf,
} from '../../paging.ts';
import {
  canSeeHidden,
  opaqueParameter,
  type PositionedRow,
  pageStatement,
  type Queryable,
  readPosition,
  type Viewer,
  viewerId,
} from '../../queryable.ts';
import { met, notBlocked } from '../../social-graph/hidden/query.ts';
import { hiddenComments } from './counts.ts';
import { BEHIND, followedAmongRecent, HIDDEN, newestByAuthor } from './followed-posts.ts';

export { countsOf, likesOf } from './counts.ts';

const PAGE_SIZE = 10;
const REPLIES_LIMIT = 200;

/** A row of `read.posts`, joined with its author and with the reader's like. */
export interface PostRecord extends SummaryRow, TakenDownRow, PositionedRow {
  readonly id: PostId;
  readonly author_id: AccountId;
  readonly text: string;
  readonly parent_id: PostId | null;
  readonly published_at: Date;
  readonly comments: number;
  /** Number of comments that are hidden from the reader. */
  readonly unlisted: number;
  readonly likes: number;
  readonly views: string;
  readonly rank: string;
  readonly liked: boolean;
}

/** Maps a row to a post. */
export function postOf(row: PostRecord): Post {
  const pubDate = row.published_at.toISOString();
  return {
    id: row.id,
    text: row.text,
    creatorData: summaryOf(row.author_id, row),
    pubDate,
    modDate: pubDate,
    comments: row.comments - row.unlisted,
    likes: row.likes,
    views: Number(row.views),
    liked: row.liked,
    idParent: row.parent_id,
    ...takenDownOf(row),
  };
}

/** A scalar subquery is always a single-key lookup; PostgreSQL may turn a join into a scan. */
const LIKED = `(
    SELECT true FROM read.post_likes mine WHERE mine.post_id = post.id AND mine.account_id = $1
  ) IS NOT NULL AS liked`;

/** `$1` is the reader. */
const POST_COLUMNS = `post.id, post.author_id, post.text, post.parent_id, post.published_at, post.comments, post.likes,
  post.views, post.rank, ${selectTakenDown('post')}, ${SUMMARY_COLUMNS}, ${LIKED}`;

const COLUMNS = `${POST_COLUMNS}, ${readPosition('posts')}`;

const READER = opaqueParameter('$1', 'uuid');

/** Posts of erased authors are never shown; posts that are taken down only to their author and staff. */
const AUTHOR = `
  JOIN read.profiles profile ON profile.id = post.author_id AND ${listed(HIDDEN)}
    AND ${notTakenDownFor('post', 'post.author_id', HIDDEN, READER)}`;

/** Counts comments only for posts on the page, not for those that are skipped. */
const counted = (posts: string): string =>
  `SELECT post.*, ${hiddenComments(HIDDEN, READER)} AS unlisted FROM (${posts}) post`;

/** Feeds exclude authors whom the reader blocks or mutes, or who block the reader. */
const MET = met('post.author_id');

/** Staff see requested posts despite blocks. */
const NOT_BLOCKED = `(${HIDDEN} OR ${notBlocked('post.author_id')})`;

const NOT_MUTED = 'post.author_id <> ALL (ARRAY(SELECT muted_id FROM read.mutes WHERE muter_id = $1))';

interface PostList {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly order: Order;
  /** The statement without its limit. `$3` and following are the start key and further selectors. */
  readonly text: string;
  readonly keyOf: (row: PostRecord) => SortKey;
}

async function pageOfPosts(
  db: Queryable,
  viewer: Viewer | null,
  { name, order, text, keyOf }: PostList,
  paging: Paging,
  selectors: readonly string[] = [],
): Promise<Page<Post>> {
  const { key, skip } = startOf(order, paging, PAGE_SIZE);
  const values = [viewerId(viewer), canSeeHidden(viewer), ...key, ...selectors];
  const limited = `${text} LIMIT ${PAGE_SIZE + 1}`;
  const page = pageStatement(name, limited, values, skip);
  const { rows } = await db.query<PostRecord>({ ...page, text: counted(page.text) });
  return pageOf(order, PAGE_SIZE, rows, keyOf, postOf);
}

const byId = (row: PostRecord): SortKey => [row.id];
const newestFirst = (name: string): Order => ({ name, kinds: ['id'], start: [LAST_ID] });

const FOR_YOU: PostList = {
  name: 'for-you',
  order: { name: 'for-you', kinds: ['whole', 'id'], start: [LAST_WHOLE, LAST_ID] },
  text: `SELECT ${COLUMNS} FROM read.posts post ${AUTHOR}
    WHERE post.parent_id IS NULL AND (post.rank, post.id) < (${opaqueParameter('$3', 'bigint')}, ${opaqueParameter('$4', 'uuid')}) AND ${MET}
    ORDER BY post.rank DESC, post.id DESC`,
  keyOf: (row) => [Number(row.rank), row.id],
};

/** The public feed: posts ranked by engagement and age, without comments. */
export const forYouPage = (db: Queryable, viewer: Viewer | null, paging: Paging): Promise<Page<Post>> =>
  pageOfPosts(db, viewer, FOR_YOU, paging);

const ofProfile = (name: string, author: string): PostList => ({
  name,
  order: newestFirst('profile-posts'),
  text: `SELECT ${COLUMNS} FROM read.posts post ${AUTHOR}
    WHERE post.parent_id IS NULL AND post.id < ${BEHIND} AND post.author_id = ${author} AND ${NOT_BLOCKED}
    ORDER BY post.id DESC`,
  keyOf: byId,
});

const OF_PROFILE = {
  id: ofProfile('profile-posts', '$4'),
  nickname_key: ofProfile('profile-posts-by-nickname', visibleIdByNickname('$4', HIDDEN)),
};

/**
 * Posts of the profile with a nickname or an id, newest first, without comments. Empty if the profile does not exist or is
 * hidden from the reader.
 */
export function profilePostsPage(
  db: Queryable,
  viewer: Viewer | null,
  profile: string,
  paging: Paging,
): Promise<Page<Post>> {
  const [by, value] = profileKeyOf(profile);
  return pageOfPosts(db, viewer, OF_PROFILE[by], paging, [value]);
}

const FOLLOWED = newestFirst('followed-posts');

const followedFrom = (name: string, ids: string): PostList => ({
  name,
  order: FOLLOWED,
  text: `SELECT ${COLUMNS} FROM (${ids}) followed JOIN read.posts post ON post.id = followed.id ${AUTHOR}
    WHERE ${MET}
    ORDER BY followed.id DESC`,
  keyOf: byId,
});

const FOLLOWED_AMONG_RECENT = followedFrom('followed-among-recent', followedAmongRecent);
const FOLLOWED_BY_AUTHOR = followedFrom('followed-by-author', newestByAuthor(PAGE_SIZE + 1));

/** Posts of followed accounts, newest first, without comments. Empty for visitors. */
export async function followingPage(
  db: Queryable,
  viewer: Viewer | null,
  paging: Paging,
): Promise<Page<Post>> {
  if (!viewer) return { items: [], next: null };
  const { skip } = startOf(FOLLOWED, paging, PAGE_SIZE);
  if (skip > 0) {
    const deeper = followedFrom('', newestByAuthor(skip + PAGE_SIZE + 1));
    return pageOfPosts(db, viewer, deeper, paging);
  }
  const recent = await pageOfPosts(db, viewer, FOLLOWED_AMONG_RECENT, paging);
  return recent.next ? recent : pageOfPosts(db, viewer, FOLLOWED_BY_AUTHOR, paging);
}

const replies = (columns: string) => `SELECT ${columns} FROM read.posts post ${AUTHOR}
  WHERE post.id > ${BEHIND} AND post.parent_id = $4 AND ${NOT_BLOCKED} AND ${NOT_MUTED} ORDER BY post.id`;
const REPLIES: PostList = {
  name: 'replies',
  order: { name: 'replies', kinds: ['id'], start: [FIRST_ID] },
  text: replies(COLUMNS),
  keyOf: byId,
};

/** Comments of a post, oldest first. */
export const repliesPage = (
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
  paging: Paging,
): Promise<Page<Post>> => pageOfPosts(db, viewer, REPLIES, paging, [postId]);

/** One row per comment of the post `$4`, or one without an id if it has none; no row if the post is not shown. */
const ALL_REPLIES = `
  SELECT reply.*, shown.read_position FROM (
    SELECT ${readPosition('posts')} FROM read.posts post ${AUTHOR} WHERE post.id = $4 AND ${NOT_BLOCKED}
  ) shown
  LEFT JOIN LATERAL (${replies(POST_COLUMNS)} LIMIT ${REPLIES_LIMIT + 1}) reply ON true
  ORDER BY reply.id`;

/**
 * Comments of a post, oldest first: up to 200, then a cursor for the following pages. Null if `shownPost` would not
 * return the post.
 */
export async function allReplies(
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
): Promise<Page<Post> | null> {
  const { rows } = await db.query<PostRecord | { readonly id: null }>({
    name: 'all-replies',
    text: counted(ALL_REPLIES),
    values: [viewerId(viewer), canSeeHidden(viewer), FIRST_ID, postId],
  });
  const found = rows.filter((row) => row.id !== null);
  return rows.length === 0 ? null : pageOf(REPLIES.order, REPLIES_LIMIT, found, REPLIES.keyOf, postOf);
}

const onePost =
  (name: string, condition: string) =>
  async (db: Queryable, viewer: Viewer | null, id: PostId): Promise<Post | null> => {
    const { rows } = await db.query<PostRecord>({
      name,
      text: counted(`SELECT ${COLUMNS} FROM read.posts post ${AUTHOR} WHERE post.id = $3 AND ${condition}`),
      values: [viewerId(viewer), canSeeHidden(viewer), id],
    });
    return rows[0] ? postOf(rows[0]) : null;
  };

/**
 * A post or comment. Null when there is none, when its author is erased, or when it or its author is hidden
 * from the reader.
 */
export const postById = onePost('post-by-id', 'true');

/**
 * Author of a post that `postById` would return, and whether the reader likes it. Cheaper, because nothing is counted.
 */
export async function visiblePost(
  db: Queryable,
  viewer: Viewer,
  id: PostId,
): Promise<{ readonly authorId: AccountId; readonly liked: boolean } | null> {
  const { rows } = await db.query<Pick<PostRecord, 'author_id' | 'liked'>>({
    name: 'visible-post',
    text: `SELECT post.author_id, ${LIKED} FROM read.posts post ${AUTHOR} WHERE post.id = $3`,
    values: [viewer.id, canSeeHidden(viewer), id],
  });
  return rows[0] ? { authorId: rows[0].author_id, liked: rows[0].liked } : null;
}

/** Like `postById`, but null if reader and author are separated by a block, unless the reader is staff. */
export const shownPost = onePost('shown-post', NOT_BLOCKED);
