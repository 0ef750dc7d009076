import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { NewEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import { toStreamName } from '../../../domain/kernel/ids.ts';
import type { PictureReference } from '../../../domain/kernel/picture.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { appendToEnd } from '../append-to-end.ts';

/** A step in a random history: the kind of action, and numbers that select the actor and the subject. */
export interface Step {
  readonly kind: number;
  readonly actorIndex: number;
  readonly subjectIndex: number;
}

/** An event and the stream it belongs to. */
export interface StreamEvent {
  readonly stream: string;
  readonly event: KindraEvent;
}

const toHex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** Creates the n-th id of a kind. The ids are sorted by n. */
export const createId = (kind: number, n: number): string =>
  `0198${toHex(n, 8).slice(0, 4)}-${toHex(n, 8).slice(4)}-7000-8000-${toHex(kind, 12)}`;

export const createAccountId = (n: number): string => createId(1, n);
export const createPostId = (n: number): string => createId(2, n);

const pick = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items[n % Math.max(items.length, 1)];

const ERASURE_TIME = '2026-12-05T12:00:00.000Z';

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

const createAccountEvent = (accountId: string, event: KindraEvent): StreamEvent => ({
  stream: toStreamName('account', accountId),
  event,
});

function register(state: HistoryState, { subjectIndex }: Step): StreamEvent {
  const n = state.accounts.length;
  const accountId = createAccountId(n);
  state.accounts.push(accountId);
  const isOrganization = subjectIndex % 3 === 0;
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

function changeAccount(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const accountId = pick(state.accounts, actorIndex);
  if (!accountId) return null;
  const data = { accountId };
  const changes: readonly KindraEvent[] = [
    { type: 'OrganizationApproved', data },
    { type: 'ProfileNameChanged', data: { accountId, profileName: `Änne "${subjectIndex}", \\o/ {NULL}` } },
    { type: 'NicknameChanged', data: { accountId, nickname: `Ñick_${subjectIndex}` } },
    {
      type: 'BioChanged',
      data: { accountId, bio: subjectIndex % 2 ? `Bio ${subjectIndex}\n"quoted", \\N` : '' },
    },
    { type: 'WebsiteChanged', data: { accountId, website: `https://example.org/${subjectIndex}` } },
    {
      type: 'PictureChanged',
      data: {
        accountId,
        picture: subjectIndex % 2 ? { id: createId(7, subjectIndex), hash: 'e'.repeat(64) } : null,
      },
    },
    { type: 'ProfileTakenDown', data },
    { type: 'ProfileRestored', data },
    { type: 'AccountDeactivated', data },
    { type: 'AccountDeletionScheduled', data: { accountId, eraseAt: ERASURE_TIME } },
    { type: 'AccountBanned', data },
    { type: 'AccountSuspended', data: { accountId, until: '2999-01-01T00:00:00.000Z' } },
    { type: 'AccountReactivated', data },
    { type: 'StaffRoleGranted', data: { accountId, role: 'MOD' } },
    { type: 'StaffRoleRevoked', data: { accountId, role: 'USER' } },
  ];
  const event = pick(changes, subjectIndex);
  return event ? createAccountEvent(accountId, event) : null;
}

function declineOrganization(state: HistoryState, { actorIndex }: Step): StreamEvent | null {
  const accountId = pick(state.accounts, actorIndex);
  if (!accountId || state.erasedIds.has(accountId)) return null;
  state.erasedIds.add(accountId);
  return createAccountEvent(accountId, { type: 'OrganizationDeclined', data: { accountId } });
}

function publish(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const authorId = pick(state.accounts, actorIndex);
  if (!authorId) return null;
  const postId = createPostId(state.posts.length);
  const parent = subjectIndex % 2 === 0 ? pick(state.posts, subjectIndex) : undefined;
  const parentId = parent?.postId ?? null;
  const post = { postId, authorId, parentId, ...(parent && { parentAuthorId: parent.authorId }) };
  state.posts.push(post);
  const text = `Post ${subjectIndex}: "quoted", {braces}, \\ and a\nnew line 🐈`;
  return {
    stream: toStreamName('post', postId),
    event: {
      type: 'PostPublished',
      data: { ...post, text, ...(!parent && createUpdateFields(subjectIndex)) },
    },
  };
}

/** Creates a reference to a picture. Some pictures lack the larger variants, and some have a focal point. */
const createPictureReference = (subjectIndex: number): PictureReference => {
  const size = { hash: 'e'.repeat(64), width: 1_600, height: 900 };
  const image = subjectIndex % 5 === 1 ? { ...size, focus: { x: 0.25, y: 1 } } : size;
  return { imageHash: 'f'.repeat(64), ...(subjectIndex % 5 !== 0 && { image }) };
};

/** Returns the fields that turn every third post into an update about a campaign. Some updates have a picture. */
const createUpdateFields = (subjectIndex: number) =>
  subjectIndex % 3 === 0
    ? {
        crowdfundingId: createId(8, subjectIndex % 4),
        ...(subjectIndex % 2 === 1 && createPictureReference(subjectIndex)),
      }
    : {};

function deletePost(state: HistoryState, { subjectIndex }: Step): StreamEvent | null {
  const post = pick(state.posts, subjectIndex);
  if (!post || state.erasedIds.has(post.postId)) return null;
  state.erasedIds.add(post.postId);
  return { stream: toStreamName('post', post.postId), event: { type: 'PostDeleted', data: post } };
}

function moderate(state: HistoryState, { subjectIndex }: Step): StreamEvent | null {
  const post = pick(state.posts, subjectIndex);
  if (!post || state.erasedIds.has(post.postId)) return null;
  const type = togglePair(state, `taken down ${post.postId}`) ? 'PostTakenDown' : 'PostRestored';
  return { stream: toStreamName('post', post.postId), event: { type, data: post } };
}

function edit(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const post = pick(state.posts, subjectIndex);
  if (!post || state.erasedIds.has(post.postId)) return null;
  const data = { ...post, text: `Edit ${actorIndex} of ${subjectIndex}` };
  return { stream: toStreamName('post', post.postId), event: { type: 'PostEdited', data } };
}

function togglePair(state: HistoryState, pair: string): boolean {
  const hasExisted = state.pairs.delete(pair);
  if (!hasExisted) state.pairs.add(pair);
  return !hasExisted;
}

function like(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const accountId = pick(state.accounts, actorIndex);
  const { postId, authorId } = pick(state.posts, subjectIndex) ?? {};
  if (!accountId || !postId || !authorId) return null;
  const stream = toStreamName('like', `${postId}_${accountId}`);
  const type = togglePair(state, stream) ? 'PostLiked' : 'PostUnliked';
  return { stream, event: { type, data: { postId, accountId, authorId } } };
}

function follow(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const followerId = pick(state.accounts, actorIndex);
  const followeeId = pick(state.accounts, subjectIndex);
  if (!followerId || !followeeId || followerId === followeeId) return null;
  const stream = toStreamName('follow', `${followerId}_${followeeId}`);
  const type = togglePair(state, stream) ? 'ProfileFollowed' : 'ProfileUnfollowed';
  return { stream, event: { type, data: { followerId, followeeId } } };
}

function view(state: HistoryState, { actorIndex, subjectIndex }: Step): StreamEvent | null {
  const viewedPosts = state.posts.slice(subjectIndex % 3, (subjectIndex % 3) + 3);
  if (viewedPosts.length === 0) return null;
  const views = viewedPosts.map(({ postId }, i) => ({ postId, count: 1 + ((actorIndex + i) % 5) }));
  state.viewBatches += 1;
  return {
    stream: toStreamName('views', createId(3, state.viewBatches)),
    event: { type: 'PostsViewed', data: { day: '2026-11-21', views } },
  };
}

const STEPS = [
  register,
  publish,
  like,
  follow,
  changeAccount,
  view,
  deletePost,
  like,
  follow,
  declineOrganization,
  moderate,
  edit,
];

/** Number of step kinds. */
export const STEP_KIND_COUNT = STEPS.length;

/** Creates a valid history. Skips impossible steps, such as a like before the first post. */
export function createHistory(steps: readonly Step[]): readonly StreamEvent[] {
  const state: HistoryState = {
    accounts: [],
    posts: [],
    erasedIds: new Set(),
    pairs: new Set(),
    viewBatches: 0,
  };
  const initialSteps: readonly Step[] = [0, 1, 2, 3].map((subjectIndex) => ({
    kind: 0,
    actorIndex: 0,
    subjectIndex,
  }));
  return [...initialSteps, ...steps].flatMap((step) => STEPS[step.kind % STEPS.length]?.(state, step) ?? []);
}

let eventCount = 0;

/** Creates an event with an id and metadata. */
export function createEvent({ type, data }: KindraEvent, minute = 0): NewEvent {
  eventCount += 1;
  const id = createId(9, eventCount);
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

/** Appends a history to a log, one event at a time. */
export async function appendHistory(log: EventLog, history: readonly StreamEvent[]): Promise<void> {
  let minute = 0;
  for (const { stream, event } of history) {
    minute += 1;
    await appendToEnd(log, stream, [createEvent(event, minute)]);
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
