import type { PostId } from '../../../domain/kernel/ids.ts';
import { unlistedComments } from '../../accounts/profiles/query.ts';
import { FIRST_ID } from '../../paging.ts';
import { type Queryable, type Viewer, viewerId } from '../../queryable.ts';

const NOBODY = `'${FIRST_ID}'::uuid`;

/** Comments of `post` that are taken down, but for the reader's own and those that are not listed anyway. */
const takenDownComments = (hidden: string, reader: string): string => `(
  CASE WHEN post.comments > 0 AND NOT ${hidden} THEN (
    SELECT count(*) FROM read.posts reply
    WHERE reply.parent_id = post.id AND reply.taken_down_at IS NOT NULL AND reply.author_id <> ${reader}
      AND (SELECT true FROM read.profiles author WHERE author.id = reply.author_id AND author.state = 'ACTIVE'))
  ELSE 0 END)::integer`;

/**
 * SQL for the number of comments of `post` that the reader is not shown.
 * @param hidden SQL for whether the reader is staff
 * @param reader SQL for the id of the reader
 */
export const hiddenComments = (hidden: string, reader: string): string =>
  `${unlistedComments(hidden)} + ${takenDownComments(hidden, reader)}`;

/** How many like a post, and whether the reader does; null when there is no such post. */
export async function likesOf(
  db: Queryable,
  viewer: Viewer | null,
  postId: PostId,
): Promise<{ readonly likes: number; readonly liked: boolean } | null> {
  const { rows } = await db.query<{ likes: number; liked: boolean }>({
    name: 'likes-of',
    text: `SELECT post.likes, EXISTS (
        SELECT FROM read.post_likes mine WHERE mine.post_id = post.id AND mine.account_id = $1) AS liked
      FROM read.posts post WHERE post.id = $2`,
    values: [viewerId(viewer), postId],
  });
  return rows[0] ?? null;
}

/** The counters of a post. */
export interface PostCounts {
  readonly id: PostId;
  readonly comments: number;
  readonly likes: number;
  readonly views: number;
}

interface CountsRecord extends Omit<PostCounts, 'views'> {
  readonly unlisted: number;
  readonly views: string;
}

/** The counters of those of the posts that everybody sees, as everybody but staff sees them. */
export async function countsOf(db: Queryable, ids: readonly PostId[]): Promise<readonly PostCounts[]> {
  const { rows } = await db.query<CountsRecord>({
    name: 'counts-of',
    text: `SELECT id, comments, likes, views, ${hiddenComments('false', NOBODY)} AS unlisted FROM read.posts post
      WHERE id = ANY($1::uuid[]) AND taken_down_at IS NULL`,
    values: [ids],
  });
  return rows.map(({ id, comments, unlisted, likes, views }) => ({
    id,
    comments: comments - unlisted,
    likes,
    views: Number(views),
  }));
}
