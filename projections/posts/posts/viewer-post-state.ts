import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { AccountId, PostId } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Differences between a list of posts as an account sees it and as visitors see it. */
interface ViewerPostState {
  readonly liked: ReadonlySet<PostId>;
  /**
   * Whether the posts or counts that the account sees may differ from those that visitors see, because the account
   * blocks or mutes an account, is blocked, or has posts that are taken down.
   */
  readonly hasPersonalView: boolean;
}

interface ViewerPostKey {
  readonly accountId: AccountId;
  readonly postIds: readonly PostId[];
}

interface ViewerPostRecord {
  readonly n: string;
  readonly liked: string | null;
  readonly differs: boolean;
}

const SELECT_VIEWER_POST_STATES = `
  SELECT requested.n,
    EXISTS (SELECT FROM read.blocks WHERE blocker_id = requested.id)
      OR EXISTS (SELECT FROM read.blocks WHERE blocked_id = requested.id)
      OR EXISTS (SELECT FROM read.mutes WHERE muter_id = requested.id)
      OR EXISTS (SELECT FROM read.posts WHERE author_id = requested.id AND taken_down_at IS NOT NULL) AS differs,
    (SELECT string_agg(mine.post_id::text, ',') FROM read.post_likes mine
      WHERE mine.account_id = requested.id AND mine.post_id = ANY (requested.posts::uuid[])) AS liked
  FROM unnest(${opaqueParameter('$1', 'uuid[]')}, ${opaqueParameter('$2', 'text[]')}) WITH ORDINALITY AS requested (id, posts, n)`;

/** Creates a function that loads viewer post states. It combines concurrent lookups into one statement. */
export function createViewerPostStateLoader(db: Queryable): (key: ViewerPostKey) => Promise<ViewerPostState> {
  return createBatchLoader<ViewerPostKey, ViewerPostState>(async (keys) => {
    const { rows } = await db.query<ViewerPostRecord>({
      name: 'reader-marks',
      text: SELECT_VIEWER_POST_STATES,
      values: [keys.map(({ accountId }) => accountId), keys.map(({ postIds }) => `{${postIds.join(',')}}`)],
    });
    const states = new Array<ViewerPostState>(keys.length);
    for (const { n, liked, differs } of rows)
      states[Number(n) - 1] = { liked: new Set(liked?.split(',')), hasPersonalView: differs };
    return states;
  });
}
