import { SAMPLE_EVENTS, toRecordedEvent } from '../../test/support/sample-events.ts';
import type { KindraEvent } from '../catalogue.ts';
import type { RecordedEvent } from '../kernel/event.ts';
import { listNotifications } from './definition.ts';
import { isEmailedKind, NOTIFICATION_KINDS, notificationKinds } from './kinds.ts';
import { effectsByType } from './table.ts';

const [ana, ben, post, comment] = ['ana', 'ben', 'post', 'comment'];

/** Returns the notifications that an event adds or withdraws. */
function getNotifications(event: Pick<RecordedEvent, 'type' | 'data'>) {
  const effects = effectsByType[event.type];
  const withdrawn = effects?.withdraw?.(toRecordedEvent(event)) ?? null;
  return [...listNotifications(effects, toRecordedEvent(event)), ...(withdrawn ? [withdrawn] : [])];
}

const like = (type: 'PostLiked' | 'PostUnliked', authorId?: string): KindraEvent => ({
  type,
  data: { postId: post, accountId: ana, ...(authorId && { authorId }) },
});

const commented = (parentAuthorId?: string): KindraEvent => ({
  type: 'PostPublished',
  data: {
    postId: comment,
    authorId: ana,
    text: '',
    parentId: post,
    ...(parentAuthorId && { parentAuthorId }),
  },
});

test('each kind of notification follows from an event', () => {
  const kinds = SAMPLE_EVENTS.flatMap((event) => [
    ...getNotifications(event).map(({ kind }) => kind),
    effectsByType[event.type]?.announce?.(event)?.kind,
  ]);
  expect(new Set(kinds.filter(Boolean))).toEqual(new Set(NOTIFICATION_KINDS));
});

test('the emails about an event differ only in the recipient', () => {
  for (const event of SAMPLE_EVENTS) {
    const effects = effectsByType[event.type];
    const announcement = effects?.announce?.(event);
    const emails = [
      ...listNotifications(effects, event).map((notification) => ({ ...notification, recipientId: null })),
      ...(announcement ? [announcement] : []),
    ].filter(({ kind }) => isEmailedKind(kind));
    for (const email of emails) expect([event.type, email]).toEqual([event.type, emails[0]]);
  }
});

// Emails do not know the nickname in the path of a profile.
test('no email links to the profile of an actor', () => {
  const pages = NOTIFICATION_KINDS.filter(isEmailedKind).map((kind) => notificationKinds[kind].page);
  expect(pages).not.toContain('profile');
});

test.each([
  ['a like', like('PostLiked', ben), { kind: 'LIKE', recipientId: ben, subjectId: post, sourceId: ana }],
  ['a withdrawn like', like('PostUnliked', ben), { kind: 'LIKE', recipientId: ben, sourceId: ana }],
  ['a comment', commented(ben), { kind: 'COMMENT', recipientId: ben, subjectId: post, sourceId: comment }],
])('%s changes a notification of the author', (_name, event, notification) => {
  expect(getNotifications(event)).toMatchObject([notification]);
});

test('a match notifies each account whose search finds the animal, in the name of the owner', () => {
  const data = { adoptionId: 'animal', ownerId: ana, recipientIds: [ben, 'eva'] };
  expect(getNotifications({ type: 'AnimalMatched', data })).toEqual(
    [ben, 'eva'].map((recipientId) => ({
      kind: 'ANIMAL_MATCH',
      recipientId,
      subjectId: 'animal',
      sourceId: 'animal',
      actorId: ana,
    })),
  );
});

test.each([
  ['a like of an own post', like('PostLiked', ana)],
  ['a comment on an own post', commented(ana)],
  ['a like from before authors were stored in likes', like('PostLiked')],
  ['a comment from before authors were stored in comments', commented()],
])('%s notifies nobody', (_name, event) => {
  expect(getNotifications(event)).toEqual([]);
});

test.each([
  ['staff', 'ALL'],
  ['account', 'DONOR'],
] as const)('a cancellation by %s is news for %s', (kind, audience) => {
  const event = toRecordedEvent({ type: 'CrowdfundingCancelled', data: { crowdfundingId: 'campaign' } });
  const { metadata } = event;
  const cancelled = { ...event, metadata: { ...metadata, actor: { kind, id: ana } } };
  expect(effectsByType.CrowdfundingCancelled?.announce?.(cancelled)).toMatchObject({ audience });
});
