import { isActive } from '../../../common/account-state-sql.ts';
import type { Post } from '../../../contract/shapes.ts';
import type { PostId } from '../../../domain/kernel/ids.ts';
import { countUnlistedComments } from '../../accounts/profiles/listed.ts';
import { FIRST_ID } from '../../paging.ts';
import {
  getViewerId,
  type PositionedRow,
  type Queryable,
  selectReadPosition,
  type Viewer,
} from '../../queryable.ts';

const NO_ACCOUNT = `'${FIRST_ID}'::uuid`;

/** SQL for the number of taken-down comments on `post`, without the current user's own and unlisted ones. */
const countTakenDownComments = (isStaff: string, viewerId: string): string => `(
  CASE WHEN post.comments > 0 AND NOT ${isStaff} THEN (
    SELECT count(*) FROM read.posts reply
    WHERE reply.parent_id = post.id AND reply.taken_down_at IS NOT NULL AND reply.author_id <> ${viewerId}
      AND (SELECT true FROM read.profiles author WHERE author.id = reply.author_id AND ${isActive('author')}))
  ELSE 0 END)::integer`;

/**
 * Returns SQL for the number of comments on `post` that are hidden from the current user.
 * @param isStaff SQL for whether the current user is staff
 * @param viewerId SQL for the current user's id
 */
export const countHiddenComments = (isStaff: string, viewerId: string): string =>
  `${countUnlistedComments(isStaff)} + ${countTakenDownComments(isStaff, viewerId)}`;

/** Returns a post's likes and whether the current user likes it, or null when the post does not exist. */
export async function findLikes(
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
): Promise<{ readonly likes: number; readonly liked: boolean } | null> {
  const { rows } = await db.query<{ likes: number; liked: boolean }>({
    name: 'likes-of',
    text: `SELECT post.likes, EXISTS (
        SELECT FROM read.post_likes mine WHERE mine.post_id = post.id AND mine.account_id = $1) AS liked
      FROM read.posts post WHERE post.id = $2`,
    values: [getViewerId(viewer), postId],
  });
  return rows[0] ?? null;
}

/** Counters of a post, and the read model position at which they were read. */
type PostCounts = Pick<Post, 'id' | 'comments' | 'likes' | 'views'> & { readonly position: number };

interface CountsRecord extends Omit<PostCounts, 'views' | 'position'>, PositionedRow {
  readonly unlisted: number;
  readonly views: string;
}

/** Loads the counters of posts as non-staff see them. Excludes posts that are taken down. */
export async function loadPostCounts(db: Queryable, ids: readonly PostId[]): Promise<readonly PostCounts[]> {
  const { rows } = await db.query<CountsRecord>({
    name: 'counts-of',
    text: `SELECT id, comments, likes, views, ${countHiddenComments('false', NO_ACCOUNT)} AS unlisted,
        ${selectReadPosition('posts')}
      FROM read.posts post WHERE id = ANY($1::uuid[]) AND taken_down_at IS NULL`,
    values: [ids],
  });
  return rows.map(({ id, comments, unlisted, likes, views, read_position }) => ({
    id,
    comments: comments - unlisted,
    likes,
    views: Number(views),
    position: Number(read_position),
  }));
}
