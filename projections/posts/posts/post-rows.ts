import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import type { Post } from '../../../contract/shapes.ts';
import type { AccountId, CrowdfundingId, PostId } from '../../../domain/kernel/ids.ts';
import { isListed } from '../../accounts/profiles/listed.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import {
  isNotTakenDownFor,
  selectTakenDown,
  type TakenDownRow,
  toTakenDownField,
} from '../../moderation/taken-down.ts';
import {
  buildPage,
  type Page,
  type PageStart,
  type Paging,
  type RowOrder,
  toPageStart,
} from '../../paging.ts';
import { toImage, toPictureReference } from '../../pictures.ts';
import {
  canSeeHidden,
  createPageStatement,
  getViewerId,
  type PositionedRow,
  type Queryable,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';
import { isNotBlocked, isNotHidden } from '../../social-graph/hidden/query.ts';
import { countHiddenComments } from './counts.ts';
import { CAN_SEE_HIDDEN } from './followed-posts.ts';

/** Number of posts per page. */
export const PAGE_SIZE = 10;

/** A row of `read.posts`, joined with its author and the current user's like. */
export interface PostRecord
  extends SummaryRow,
    TakenDownRow,
    PositionedRow,
    Pick<Post, 'id' | 'text' | 'comments' | 'likes' | 'liked'> {
  readonly author_id: AccountId;
  readonly parent_id: PostId | null;
  readonly published_at: Date;
  readonly modified_at: Date | null;
  /** The campaign of which the post is an update; null for other posts. */
  readonly crowdfunding_id: CrowdfundingId | null;
  readonly image_hash: string | null;
  readonly image: string | null;
  /** Number of comments that are hidden from the current user. */
  readonly unlisted: number;
  readonly views: string;
  readonly rank: string;
}

/** Maps a row to the `update` field. Returns no field if the post is not a crowdfunding update. */
const toUpdateField = ({ crowdfunding_id, image_hash, image }: PostRecord): Pick<Post, 'update'> =>
  crowdfunding_id
    ? {
        update: {
          crowdfundingId: crowdfunding_id,
          hasPicture: image_hash !== null,
          ...(image_hash !== null && { image: toImage(toPictureReference({ image_hash, image })) }),
        },
      }
    : {};

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

/**
 * SQL for whether the current user likes the post. A scalar subquery is always a single-key lookup, whereas
 * PostgreSQL could turn a join into a scan.
 */
export const IS_LIKED = `(
    SELECT true FROM read.post_likes mine WHERE mine.post_id = post.id AND mine.account_id = $1
  ) IS NOT NULL AS liked`;

/** SQL for the columns of a post. `$1` is the current user's id. */
export const POST_COLUMNS = `post.id, post.author_id, post.text, post.parent_id, post.published_at, post.modified_at,
  post.crowdfunding_id, post.image_hash, post.image, post.comments, post.likes, post.views, post.rank, ${selectTakenDown('post')}, ${SUMMARY_COLUMNS}, ${IS_LIKED}`;

export const COLUMNS = `${POST_COLUMNS}, ${selectReadPosition('posts')}`;

const VIEWER_ID = opaqueParameter('$1', 'uuid');

/** SQL that joins the author. Excludes erased authors, and taken-down posts except for their author and staff. */
export const JOIN_AUTHOR = `
  JOIN read.profiles profile ON profile.id = post.author_id AND ${isListed(CAN_SEE_HIDDEN)}
    AND ${isNotTakenDownFor('post', 'post.author_id', CAN_SEE_HIDDEN, VIEWER_ID)}`;

/** Returns SQL that adds the number of hidden comments to the posts of a page, but not to skipped posts. */
export const addCommentCounts = (posts: string): string =>
  `SELECT post.*, ${countHiddenComments(CAN_SEE_HIDDEN, VIEWER_ID)} AS unlisted FROM (${posts}) post`;

/** SQL condition for feeds: `isNotHidden` for the author. `JOIN_AUTHOR` excludes banned and erased authors. */
export const IS_AUTHOR_NOT_HIDDEN = isNotHidden('post.author_id');

/** SQL condition: the current user is staff, or neither the current user nor the author blocks the other. */
export const IS_NOT_BLOCKED = `(${CAN_SEE_HIDDEN} OR ${isNotBlocked('post.author_id')})`;

/** Definition of a list of posts. */
export interface PostList {
  readonly name: string;
  readonly order: RowOrder<PostRecord>;
  /** SQL without a limit. `$3` and the following parameters are the start key and further filter values. */
  readonly text: string;
}

/** Loads the rows of a list from a start position. By default, loads one row more than the page size. */
export async function loadPostRows(
  db: Queryable,
  viewer: Viewer | null,
  { name, text }: Pick<PostList, 'name' | 'text'>,
  { key, skip }: PageStart,
  {
    filterValues = [],
    limit = PAGE_SIZE + 1,
  }: { readonly filterValues?: readonly string[]; readonly limit?: number },
): Promise<readonly PostRecord[]> {
  const values = [getViewerId(viewer), canSeeHidden(viewer), ...key, ...filterValues];
  const page = createPageStatement(`${name}-${limit}`, `${text} LIMIT ${limit}`, values, skip);
  const { rows } = await db.query<PostRecord>({ ...page, text: addCommentCounts(page.text) });
  return rows;
}

/** Loads a page from a list of posts. */
export async function loadPostsPage(
  db: Queryable,
  viewer: Viewer | null,
  list: PostList,
  paging: Paging,
  filterValues: readonly string[] = [],
  size = PAGE_SIZE,
): Promise<Page<Post>> {
  const start = toPageStart(list.order, paging, size);
  const rows = await loadPostRows(db, viewer, list, start, { filterValues, limit: size + 1 });
  return buildPage(list.order, size, rows, toPost);
}
