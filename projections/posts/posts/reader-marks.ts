import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import { createBatchLoader } from '../../../domain/kernel/batch-loader.ts';
import type { AccountId, PostId } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** Differences between a list of posts as an account sees it and as visitors see it. */
interface ReaderMarks {
  readonly liked: ReadonlySet<PostId>;
  /**
   * Whether the posts or counts that the account sees may differ from those that visitors see, because the account
   * blocks or mutes an account, is blocked, or has posts that are taken down.
   */
  readonly hasPersonalView: boolean;
}

interface ReaderKey {
  readonly accountId: AccountId;
  readonly postIds: readonly PostId[];
}

interface MarksRecord {
  readonly n: string;
  readonly liked: string | null;
  readonly differs: boolean;
}

const SELECT_MARKS = `
  SELECT asked.n,
    EXISTS (SELECT FROM read.blocks WHERE blocker_id = asked.id)
      OR EXISTS (SELECT FROM read.blocks WHERE blocked_id = asked.id)
      OR EXISTS (SELECT FROM read.mutes WHERE muter_id = asked.id)
      OR EXISTS (SELECT FROM read.posts WHERE author_id = asked.id AND taken_down_at IS NOT NULL) AS differs,
    (SELECT string_agg(mine.post_id::text, ',') FROM read.post_likes mine
      WHERE mine.account_id = asked.id AND mine.post_id = ANY (asked.posts::uuid[])) AS liked
  FROM unnest(${opaqueParameter('$1', 'uuid[]')}, ${opaqueParameter('$2', 'text[]')}) WITH ORDINALITY AS asked (id, posts, n)`;

/** Creates a function that loads reader marks. It combines concurrent lookups into one statement. */
export function createReaderMarksLoader(db: Queryable): (key: ReaderKey) => Promise<ReaderMarks> {
  return createBatchLoader<ReaderKey, ReaderMarks>(async (keys) => {
    const { rows } = await db.query<MarksRecord>({
      name: 'reader-marks',
      text: SELECT_MARKS,
      values: [keys.map(({ accountId }) => accountId), keys.map(({ postIds }) => `{${postIds.join(',')}}`)],
    });
    const marks = new Array<ReaderMarks>(keys.length);
    for (const { n, liked, differs } of rows)
      marks[Number(n) - 1] = { liked: new Set(liked?.split(',')), hasPersonalView: differs };
    return marks;
  });
}
