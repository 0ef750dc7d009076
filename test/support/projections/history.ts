import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { NewEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import { toStreamName } from '../../../domain/kernel/ids.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';

/** A step of a random history: the action, and numbers that choose its subjects. */
export interface Step {
  readonly kind: number;
  readonly who: number;
  readonly what: number;
}

/** An event and its stream. */
export interface PlacedEvent {
  readonly stream: string;
  readonly event: KindraEvent;
}

const toHex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** Creates the n-th id of a kind; ids sort by n. */
export const createId = (kind: number, n: number): string =>
  `0198${toHex(n, 8).slice(0, 4)}-${toHex(n, 8).slice(4)}-7000-8000-${toHex(kind, 12)}`;

export const createAccountId = (n: number): string => createId(1, n);
export const postIdOf = (n: number): string => createId(2, n);

const pick = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[n % Math.max(items.length, 1)];

const ERASE_AT = '2026-12-05T12:00:00.000Z';

interface HistoryState {
  readonly accounts: string[];
  readonly posts: {
    readonly postId: string;
    readonly authorId: string;
    readonly parentId: string | null;
    readonly parentAuthorId?: string;
  }[];
  readonly erasedIds: Set<string>;
  readonly pairs: Set<string>;
  viewBatches: number;
}

const createAccountEvent = (accountId: string, event: KindraEvent): PlacedEvent => ({
  stream: toStreamName('account', accountId),
  event,
});

function register(state: HistoryState, { what }: Step): PlacedEvent {
  const n = state.accounts.length;
  const accountId = createAccountId(n);
  state.accounts.push(accountId);
  const isOrganization = what % 3 === 0;
  return createAccountEvent(accountId, {
    type: 'AccountRegistered',
    data: {
      accountId,
      role: isOrganization ? 'ORG' : 'USER',
      nickname: `Nick${n}`,
      profileName: `Name ${n}`,
      category: isOrganization ? 'SPA' : null,
    },
  });
}

function changeAccount(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const accountId = pick(state.accounts, who);
  if (!accountId) return null;
  const data = { accountId };
  const changes: readonly KindraEvent[] = [
    { type: 'OrganizationApproved', data },
    { type: 'ProfileNameChanged', data: { accountId, profileName: `Änne "${what}", \\o/ {NULL}` } },
    { type: 'NicknameChanged', data: { accountId, nickname: `Ñick_${what}` } },
    { type: 'BioChanged', data: { accountId, bio: what % 2 ? `Bio ${what}\n"quoted", \\N` : '' } },
    { type: 'WebsiteChanged', data: { accountId, website: `https://example.org/${what}` } },
    {
      type: 'PictureChanged',
      data: { accountId, picture: what % 2 ? { id: createId(7, what), hash: 'e'.repeat(64) } : null },
    },
    { type: 'ProfileTakenDown', data },
    { type: 'ProfileRestored', data },
    { type: 'AccountDeactivated', data },
    { type: 'AccountDeletionScheduled', data: { accountId, eraseAt: ERASE_AT } },
    { type: 'AccountBanned', data },
    { type: 'AccountSuspended', data: { accountId, until: '2999-01-01T00:00:00.000Z' } },
    { type: 'AccountReactivated', data },
    { type: 'StaffRoleGranted', data: { accountId, role: 'MOD' } },
    { type: 'StaffRoleRevoked', data: { accountId, role: 'USER' } },
  ];
  const event = pick(changes, what);
  return event ? createAccountEvent(accountId, event) : null;
}

function decline(state: HistoryState, { who }: Step): PlacedEvent | null {
  const accountId = pick(state.accounts, who);
  if (!accountId || state.erasedIds.has(accountId)) return null;
  state.erasedIds.add(accountId);
  return createAccountEvent(accountId, { type: 'OrganizationDeclined', data: { accountId } });
}

function publish(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const authorId = pick(state.accounts, who);
  if (!authorId) return null;
  const postId = postIdOf(state.posts.length);
  const parent = what % 2 === 0 ? pick(state.posts, what) : undefined;
  const parentId = parent?.postId ?? null;
  const post = { postId, authorId, parentId, ...(parent && { parentAuthorId: parent.authorId }) };
  state.posts.push(post);
  const text = `Post ${what}: "quoted", {braces}, \\ and a\nnew line 🐈`;
  return {
    stream: toStreamName('post', postId),
    event: { type: 'PostPublished', data: { ...post, text, ...(!parent && toUpdate(what)) } },
  };
}

/** Creates a reference to a picture, from before the larger variants, with and without a focal point. */
const createPictureReference = (what: number): PictureReference => {
  const size = { hash: 'e'.repeat(64), width: 1_600, height: 900 };
  const image = what % 5 === 1 ? { ...size, focus: { x: 0.25, y: 1 } } : size;
  return { imageHash: 'f'.repeat(64), ...(what % 5 !== 0 && { image }) };
};

/** Makes some posts updates of a crowdfunding, with and without a picture. */
const toUpdate = (what: number) =>
  what % 3 === 0
    ? { crowdfundingId: createId(8, what % 4), ...(what % 2 === 1 && createPictureReference(what)) }
    : {};

function unpublish(state: HistoryState, { what }: Step): PlacedEvent | null {
  const post = pick(state.posts, what);
  if (!post || state.erasedIds.has(post.postId)) return null;
  state.erasedIds.add(post.postId);
  return { stream: toStreamName('post', post.postId), event: { type: 'PostDeleted', data: post } };
}

function moderate(state: HistoryState, { what }: Step): PlacedEvent | null {
  const post = pick(state.posts, what);
  if (!post || state.erasedIds.has(post.postId)) return null;
  const type = toggle(state, `taken down ${post.postId}`) ? 'PostTakenDown' : 'PostRestored';
  return { stream: toStreamName('post', post.postId), event: { type, data: post } };
}

function edit(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const post = pick(state.posts, what);
  if (!post || state.erasedIds.has(post.postId)) return null;
  const data = { ...post, text: `Edit ${who} of ${what}` };
  return { stream: toStreamName('post', post.postId), event: { type: 'PostEdited', data } };
}

function toggle(state: HistoryState, pair: string): boolean {
  const existed = state.pairs.delete(pair);
  if (!existed) state.pairs.add(pair);
  return !existed;
}

function like(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const accountId = pick(state.accounts, who);
  const { postId, authorId } = pick(state.posts, what) ?? {};
  if (!accountId || !postId || !authorId) return null;
  const stream = toStreamName('like', `${postId}_${accountId}`);
  const type = toggle(state, stream) ? 'PostLiked' : 'PostUnliked';
  return { stream, event: { type, data: { postId, accountId, authorId } } };
}

function follow(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const followerId = pick(state.accounts, who);
  const followeeId = pick(state.accounts, what);
  if (!followerId || !followeeId || followerId === followeeId) return null;
  const stream = toStreamName('follow', `${followerId}_${followeeId}`);
  const type = toggle(state, stream) ? 'ProfileFollowed' : 'ProfileUnfollowed';
  return { stream, event: { type, data: { followerId, followeeId } } };
}

function view(state: HistoryState, { who, what }: Step): PlacedEvent | null {
  const viewedPosts = state.posts.slice(what % 3, (what % 3) + 3);
  if (viewedPosts.length === 0) return null;
  const views = viewedPosts.map(({ postId }, i) => ({ postId, count: 1 + ((who + i) % 5) }));
  state.viewBatches += 1;
  return {
    stream: toStreamName('views', createId(3, state.viewBatches)),
    event: { type: 'PostsViewed', data: { day: '2026-11-21', views } },
  };
}

const KINDS = [
  register,
  publish,
  like,
  follow,
  changeAccount,
  view,
  unpublish,
  like,
  follow,
  decline,
  moderate,
  edit,
];

/** Number of kinds of steps. */
export const STEP_KINDS = KINDS.length;

/** Builds a possible history: for example, nobody likes an unpublished post. */
export function createHistory(steps: readonly Step[]): readonly PlacedEvent[] {
  const state: HistoryState = {
    accounts: [],
    posts: [],
    erasedIds: new Set(),
    pairs: new Set(),
    viewBatches: 0,
  };
  const openingSteps: readonly Step[] = [0, 1, 2, 3].map((what) => ({ kind: 0, who: 0, what }));
  return [...openingSteps, ...steps].flatMap((step) => KINDS[step.kind % KINDS.length]?.(state, step) ?? []);
}

let appended = 0;

/** Converts an event to one for the log. */
export function createEvent({ type, data }: KindraEvent, minute = 0): NewEvent {
  appended += 1;
  const id = createId(9, appended);
  return {
    id,
    type,
    data,
    metadata: {
      correlationId: id,
      causationId: id,
      actor: { kind: 'system', id: 'test' },
      occurredAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
      version: 1,
    },
  };
}

/** Appends a history, event by event. */
export async function appendHistory(log: EventLog, history: readonly PlacedEvent[]): Promise<void> {
  let minute = 0;
  for (const { stream, event } of history) {
    minute += 1;
    await log.append(stream, [createEvent(event, minute)], 'any');
  }
}

/** Reads the whole log. */
export async function readWholeLog(log: EventLog): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await log.readAll({ after: events.at(-1)?.position ?? 0 });
    events.push(...page);
    if (page.length < 1_000) return events;
  }
}
