import { opaqueParameter } from '../../../common/opaque-parameter.ts';
import type { Post } from '../../../contract/shapes.ts';
import type { AccountId, PostId } from '../../../domain/kernel/ids.ts';
import {
  decodeCursor,
  encodeCursor,
  LAST_ID,
  MAX_INTEGER,
  type Page,
  type Paging,
  type SortKey,
} from '../../paging.ts';
import { canSeeHidden, getViewerId, type Queryable, type Viewer } from '../../queryable.ts';
import {
  addCommentCounts,
  COLUMNS,
  IS_AUTHOR_NOT_HIDDEN,
  JOIN_AUTHOR,
  loadPostRows,
  PAGE_SIZE,
  type PostList,
  type PostRecord,
  toPost,
} from './post-rows.ts';

const MAX_PER_AUTHOR = 2;
/** Maximum number of posts that a cursor defers to later pages. */
const MAX_DEFERRED = 50;

const FROM_POSTS = `FROM read.posts post ${JOIN_AUTHOR} WHERE post.parent_id IS NULL AND ${IS_AUTHOR_NOT_HIDDEN}`;
const SELECT_POSTS = `SELECT ${COLUMNS} ${FROM_POSTS}`;
const HIGHEST_RANK_FIRST = 'ORDER BY post.rank DESC, post.id DESC';

const FOR_YOU = {
  name: 'for-you',
  // The cursor of a page also contains the ids of the deferred posts.
  order: {
    name: 'for-you',
    kinds: ['integer', 'id'],
    start: [MAX_INTEGER, LAST_ID],
    getKey: (row: RankedPost) => [Number(row.rank), row.id],
    maxExtraIds: MAX_DEFERRED,
  },
  text: `${SELECT_POSTS} AND (post.rank, post.id) < (${opaqueParameter('$3', 'bigint')}, ${opaqueParameter('$4', 'uuid')})
    ${HIGHEST_RANK_FIRST}`,
} as const satisfies PostList;

/** Returns SQL for the deferred posts `$5` and the next posts in the ranking. */
const selectWithDeferred = (limit: number): string =>
  addCommentCounts(`
    (${SELECT_POSTS} AND post.id = ANY($5::uuid[]) ${HIGHEST_RANK_FIRST})
    UNION ALL (${FOR_YOU.text} LIMIT ${limit})`);

/** A post in the ranking, with what decides which page shows it. */
type RankedPost = Pick<PostRecord, 'id' | 'author_id' | 'rank'>;

/** Start of a page: a sort key in the ranking, and posts that earlier pages have deferred. */
interface FeedStart {
  readonly key: SortKey;
  readonly deferredIds: readonly PostId[];
}

const FEED_START: FeedStart = { key: FOR_YOU.order.start, deferredIds: [] };

function toFeedStart(cursor: string): FeedStart {
  const { order } = FOR_YOU;
  const key = decodeCursor(order, cursor);
  const values = order.kinds.length;
  return { key: key.slice(0, values), deferredIds: key.slice(values) as readonly PostId[] };
}

/** Rows that can be shown on a page: deferred posts, and posts in the ranking after a sort key. */
interface Candidates<Post extends RankedPost> {
  readonly deferredPosts: readonly Post[];
  readonly rankedPosts: readonly Post[];
}

async function loadCandidates(
  db: Queryable,
  viewer: Viewer | null,
  { key, deferredIds }: FeedStart,
  limit: number,
): Promise<Candidates<PostRecord>> {
  if (deferredIds.length === 0)
    return {
      deferredPosts: [],
      rankedPosts: await loadPostRows(db, viewer, FOR_YOU, { key, skip: 0 }, { limit }),
    };
  const { rows } = await db.query<PostRecord>({
    name: `for-you-with-deferred-${limit}`,
    text: selectWithDeferred(limit),
    values: [getViewerId(viewer), canSeeHidden(viewer), ...key, deferredIds],
  });
  const deferredIdSet = new Set(deferredIds);
  // A deferred post whose rank fell is in both parts.
  const deferredById = new Map(rows.filter(({ id }) => deferredIdSet.has(id)).map((row) => [row.id, row]));
  return {
    deferredPosts: [...deferredById.values()],
    rankedPosts: rows.filter(({ id }) => !deferredIdSet.has(id)),
  };
}

interface Selection<Post extends RankedPost> {
  readonly shownPosts: readonly Post[];
  readonly deferredPosts: readonly Post[];
  /** Number of ranked rows that are shown or deferred. */
  readonly takenCount: number;
  /** Whether each author has at most `MAX_PER_AUTHOR` posts on the page. */
  readonly isDiverse: boolean;
}

/**
 * Selects the posts of a page: at most `MAX_PER_AUTHOR` per author, or more if the page would not be full
 * otherwise. Other posts are deferred to later pages.
 */
function selectPosts<Post extends RankedPost>({
  deferredPosts,
  rankedPosts,
}: Candidates<Post>): Selection<Post> {
  const shownPosts: Post[] = [];
  const others: Post[] = [];
  const counts = new Map<AccountId, number>();
  const showOrDefer = (row: Post): void => {
    const count = counts.get(row.author_id) ?? 0;
    const isShown = count < MAX_PER_AUTHOR && shownPosts.length < PAGE_SIZE;
    (isShown ? shownPosts : others).push(row);
    if (isShown) counts.set(row.author_id, count + 1);
  };

  for (const row of deferredPosts) showOrDefer(row);
  let takenCount = 0;
  while (takenCount < rankedPosts.length && shownPosts.length < PAGE_SIZE && others.length < MAX_DEFERRED) {
    showOrDefer(rankedPosts[takenCount] as Post);
    takenCount += 1;
  }
  const missingCount = PAGE_SIZE - shownPosts.length;
  const fillerPosts = others.splice(0, missingCount);
  return {
    shownPosts: [...shownPosts, ...fillerPosts],
    deferredPosts: others,
    takenCount,
    isDiverse: fillerPosts.length === 0,
  };
}

/** Returns the cursor of the page after a selection, or null if there is no next page. */
function createNextCursor<Post extends RankedPost>(
  { deferredPosts, takenCount }: Selection<Post>,
  rankedPosts: readonly Post[],
  startKey: SortKey,
): string | null {
  if (takenCount === rankedPosts.length && deferredPosts.length === 0) return null;
  const lastTaken = rankedPosts[takenCount - 1];
  const key = lastTaken ? FOR_YOU.order.getKey(lastTaken) : startKey;
  return encodeCursor(FOR_YOU.order, [...key, ...deferredPosts.map(({ id }) => id)]);
}

async function loadPageByCursor(
  db: Queryable,
  viewer: Viewer | null,
  cursor: string | null,
): Promise<Page<Post>> {
  const start = cursor === null ? FEED_START : toFeedStart(cursor);
  let candidates = await loadCandidates(db, viewer, start, PAGE_SIZE + 1);
  let selection = selectPosts(candidates);
  if (!selection.isDiverse && candidates.rankedPosts.length > PAGE_SIZE) {
    candidates = await loadCandidates(db, viewer, start, PAGE_SIZE + MAX_DEFERRED + 1);
    selection = selectPosts(candidates);
  }
  const next = createNextCursor(selection, candidates.rankedPosts, start.key);
  return { items: selection.shownPosts.map(toPost), next };
}

/** Selects the posts of all pages up to a numbered page, and loads those of the last one. */
async function loadPageByNumber(db: Queryable, viewer: Viewer | null, page: number): Promise<Page<Post>> {
  const viewerValues = [getViewerId(viewer), canSeeHidden(viewer)];
  const { rows: rankedPosts } = await db.query<RankedPost>({
    text: `SELECT post.id, post.author_id, post.rank ${FROM_POSTS} ${HIGHEST_RANK_FIRST} LIMIT $3`,
    values: [...viewerValues, page * PAGE_SIZE + MAX_DEFERRED + 1],
  });
  let selection = selectPosts<RankedPost>({ deferredPosts: [], rankedPosts });
  let takenCount = selection.takenCount;
  for (let n = 2; n <= page; n += 1) {
    const { deferredPosts } = selection;
    selection = selectPosts({ deferredPosts, rankedPosts: rankedPosts.slice(takenCount) });
    takenCount += selection.takenCount;
  }
  const ids = selection.shownPosts.map(({ id }) => id);
  const { rows } = await db.query<PostRecord>({
    name: 'for-you-by-id',
    text: addCommentCounts(`${SELECT_POSTS} AND post.id = ANY($3::uuid[])`),
    values: [...viewerValues, ids],
  });
  const next = createNextCursor({ ...selection, takenCount }, rankedPosts, FOR_YOU.order.start);
  return { items: rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toPost), next };
}

/**
 * Lists the posts in the public feed, ranked by engagement and age. Excludes comments. A null cursor selects the
 * first page. Pages contain at most two posts per author, unless too few authors have posts. Further posts are deferred
 * to later pages.
 * @throws InvalidCursor
 */
export function listForYouPosts(
  db: Queryable,
  viewer: Viewer | null,
  paging: Paging | { readonly cursor: null },
): Promise<Page<Post>> {
  if ('cursor' in paging) return loadPageByCursor(db, viewer, paging.cursor);
  return paging.page === 1 ? loadPageByCursor(db, viewer, null) : loadPageByNumber(db, viewer, paging.page);
}
