import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';

/** Checkpoint of each read model. Later events are not counted. */
export interface Limits {
  readonly profiles: Position;
  readonly posts: Position;
  readonly follows: Position;
}

/** State of an account, computed from the log. */
export interface CountedAccount {
  role: string;
  approved: boolean;
  closed: string | null;
  eraseAt: string | null;
  /** Reason why the bio and website were taken down, or null. */
  takenDown: string | null;
  pictureId: string | null;
}

/** State of a post, computed from the log. `likers` is the sum of its likers' account ids; see `toToken`. */
export interface CountedPost {
  readonly authorId: string;
  readonly parentId: string | null;
  comments: number;
  likes: number;
  likers: bigint;
  views: number;
  /** Reason why the post was taken down, or null. */
  takenDown: string | null;
}

/**
 * Follows of an account, computed from the log. `followees` is the sum of the followed accounts' ids; see `toToken`.
 */
export interface CountedFollows {
  followers: number;
  following: number;
  followees: bigint;
}

/** Expected content of the read models, computed from the log without the projections' code. */
export interface Recount {
  readonly accounts: ReadonlyMap<string, CountedAccount>;
  readonly posts: ReadonlyMap<string, CountedPost>;
  readonly follows: ReadonlyMap<string, CountedFollows>;
}

const TOKEN_DIGITS = 15;
/** The last 15 digits of a UUID are three digits from its fourth group and all of its fifth group. */
const UUID_LENGTH = 36;

/**
 * Maps an id to a number. Two sets of ids with the same sum are equal, except with negligible probability. A set can
 * therefore be stored as one number.
 */
export const toToken = (id: string): bigint =>
  BigInt(`0x${id.length === UUID_LENGTH ? id.slice(20, 23) + id.slice(24) : getLastDigits(id)}`);

const getLastDigits = (id: string): string => id.replaceAll('-', '').slice(-TOKEN_DIGITS);

/** Returns an SQL expression that computes `toToken` of a column. */
export const toTokenSql = (column: string): string =>
  `('x' || right(replace(${column}::text, '-', ''), ${TOKEN_DIGITS}))::bit(${TOKEN_DIGITS * 4})::bigint`;

/** Maps an ordered pair of ids to a number that can be summed like the numbers from `toToken`. */
export const toPairToken = (firstId: string, secondId: string): bigint =>
  toToken(firstId) + 3n * toToken(secondId);

/** Returns an SQL expression that computes `toPairToken` of two columns. */
export const toPairTokenSql = (firstColumn: string, secondColumn: string): string =>
  `(${toTokenSql(firstColumn)} + 3 * ${toTokenSql(secondColumn)})`;

/** Sets of ids by owner. Each is stored as its size and the sum of its ids; see `toToken`. */
export interface IdSets {
  readonly add: (owner: string, id: string) => void;
  readonly remove: (owner: string, id: string) => void;
  /** Returns the non-empty sets, for comparison with `count(*) AS rows` and `sum(toTokenSql)::text AS ids`. */
  readonly rows: () => Iterable<readonly [string, { readonly rows: number; readonly ids: string }]>;
  /** Returns the total number of ids in all sets. */
  readonly size: () => number;
}

/** Creates an empty `IdSets`. */
export function createIdSets(): IdSets {
  const setsByOwner = new Map<string, { rows: number; ids: bigint }>();
  let size = 0;

  function updateSet(owner: string, id: string, delta: 1 | -1): void {
    const existingSet = setsByOwner.get(owner);
    const set = existingSet ?? { rows: 0, ids: 0n };
    if (!existingSet) setsByOwner.set(owner, set);
    set.rows += delta;
    set.ids = delta === 1 ? set.ids + toToken(id) : set.ids - toToken(id);
    size += delta;
  }

  return {
    add: (owner, id) => updateSet(owner, id, 1),
    remove: (owner, id) => updateSet(owner, id, -1),
    rows: function* () {
      for (const [owner, { rows, ids }] of setsByOwner)
        if (rows !== 0) yield [owner, { rows, ids: String(ids) }] as const;
    },
    size: () => size,
  };
}

interface Counter {
  readonly count: (event: RecordedEvent) => void;
  /** State after the events counted so far. */
  readonly result: Recount;
}

/** Creates a counter for profiles, posts and follows. Counts each up to its limit. */
export function createSocialCounter(limits: Limits): Counter {
  const accounts = new Map<string, CountedAccount>();
  const posts = new Map<string, CountedPost>();
  const follows = new Map<string, CountedFollows>();

  const getFollows = (id: string): CountedFollows =>
    follows.get(id) ?? { followers: 0, following: 0, followees: 0n };

  function countFollow(followerId: string, followeeId: string, delta: 1 | -1): void {
    const follower = getFollows(followerId);
    follower.following += delta;
    follower.followees += BigInt(delta) * toToken(followeeId);
    getFollows(followeeId).followers += delta;
  }

  function countLike(postId: string, accountId: string, delta: 1 | -1): void {
    const post = posts.get(postId);
    if (!post) return;
    post.likes += delta;
    post.likers += BigInt(delta) * toToken(accountId);
  }

  function countComment(parentId: string | null, delta: 1 | -1): void {
    const parent = parentId === null ? undefined : posts.get(parentId);
    if (parent) parent.comments += delta;
  }

  function countAccount(event: RecordedEvent & KindraEvent): void {
    if (event.type === 'AccountRegistered') {
      const { accountId, role } = event.data;
      accounts.set(accountId, {
        role,
        approved: role === 'USER',
        closed: null,
        eraseAt: null,
        takenDown: null,
        pictureId: null,
      });
      return;
    }
    const id = (event.data as { readonly accountId?: string }).accountId ?? '';
    const account = accounts.get(id);
    if (!account) return;
    if (event.type === 'OrganizationDeclined') accounts.delete(id);
    if (event.type === 'OrganizationApproved') account.approved = true;
    if (event.type === 'PictureChanged') account.pictureId = event.data.picture?.id ?? null;
    if (event.type === 'AccountErased') account.pictureId = null;
    if (event.type === 'ProfileTakenDown') account.takenDown = event.metadata.reason ?? '';
    if (event.type === 'ProfileRestored') account.takenDown = null;
    if (event.type === 'AccountDeactivated') account.closed = 'INACTIVE';
    if (event.type === 'AccountBanned' || event.type === 'AccountSuspended') account.closed = 'BANNED';
    if (event.type === 'AccountDeletionScheduled') account.eraseAt = event.data.eraseAt;
    if (event.type === 'AccountReactivated') account.closed = null;
    if (event.type === 'AccountReactivated' || event.type === 'AccountErased') account.eraseAt = null;
    if (event.type === 'StaffRoleGranted' || event.type === 'StaffRoleRevoked')
      account.role = event.data.role;
  }

  function setTakenDown(postId: string, takenDown: string | null): void {
    const post = posts.get(postId);
    if (post) post.takenDown = takenDown;
  }

  function countPost(event: RecordedEvent & KindraEvent): void {
    if (event.type === 'PostPublished') {
      const { postId, authorId, parentId } = event.data;
      posts.set(postId, { authorId, parentId, comments: 0, likes: 0, likers: 0n, views: 0, takenDown: null });
      countComment(parentId, 1);
    }
    if (event.type === 'PostDeleted') {
      posts.delete(event.data.postId);
      countComment(event.data.parentId, -1);
    }
    if (event.type === 'PostTakenDown') setTakenDown(event.data.postId, event.metadata.reason ?? '');
    if (event.type === 'PostRestored') setTakenDown(event.data.postId, null);
    if (event.type === 'PostLiked') countLike(event.data.postId, event.data.accountId, 1);
    if (event.type === 'PostUnliked') countLike(event.data.postId, event.data.accountId, -1);
    if (event.type === 'PostsViewed') {
      for (const { postId, count } of event.data.views) {
        const post = posts.get(postId);
        if (post) post.views += count;
      }
    }
  }

  function countFollows(event: KindraEvent): void {
    if (event.type === 'AccountRegistered')
      follows.set(event.data.accountId, { followers: 0, following: 0, followees: 0n });
    if (event.type === 'OrganizationDeclined') follows.delete(event.data.accountId);
    if (event.type === 'ProfileFollowed') countFollow(event.data.followerId, event.data.followeeId, 1);
    if (event.type === 'ProfileUnfollowed') countFollow(event.data.followerId, event.data.followeeId, -1);
  }

  return {
    count: (recordedEvent: RecordedEvent): void => {
      const event = recordedEvent as RecordedEvent & KindraEvent;
      if (recordedEvent.position <= limits.profiles) countAccount(event);
      if (recordedEvent.position <= limits.posts) countPost(event);
      if (recordedEvent.position <= limits.follows) countFollows(event);
    },
    result: { accounts, posts, follows },
  };
}
