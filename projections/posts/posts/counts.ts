import type { PostId } from '../../../domain/kernel/ids.ts';
import { unlistedComments } from '../../accounts/profiles/query.ts';
import { type Queryable, type Viewer, viewerId } from '../../queryable.ts';

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

/** The counters of those of the posts that are there, as everybody but staff sees them. */
export async function countsOf(db: Queryable, ids: readonly PostId[]): Promise<readonly PostCounts[]> {
  const { rows } = await db.query<CountsRecord>({
    name: 'counts-of',
    text: `SELECT id, comments, likes, views, ${unlistedComments('false')} AS unlisted FROM read.posts post WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return rows.map(({ id, comments, unlisted, likes, views }) => ({
    id,
    comments: comments - unlisted,
    likes,
    views: Number(views),
  }));
}
