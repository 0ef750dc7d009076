import { given } from '../../test/support/given.ts';
import { likeDecider, postDecider, viewBatchDecider } from './decide.ts';
import type { LikeEvent, PostEvent, PostsViewed } from './events.ts';

const postId = '01980000-0000-7000-8000-00000000000a';
const parentId = '01980000-0000-7000-8000-00000000000b';
const authorId = '01980000-0000-7000-8000-000000000001';
const accountId = '01980000-0000-7000-8000-000000000002';

const published = (text: string): PostEvent => ({
  type: 'PostPublished',
  data: { postId, authorId, text, parentId },
});
const deleted: PostEvent = { type: 'PostDeleted', data: { postId, authorId, parentId } };

describe('publishing', () => {
  const publish = (text: string) => ({ type: 'PublishPost', postId, authorId, text, parentId }) as const;
  const givenNothing = () => given(postDecider);

  test('succeeds', () => givenNothing().when(publish('An otter!')).leadsTo(published('An otter!')));
  test('accepts 300 characters of any size in bytes', () =>
    givenNothing()
      .when(publish('🦦'.repeat(300)))
      .leadsTo(published('🦦'.repeat(300))));
  test('rejects 301 characters', () =>
    givenNothing()
      .when(publish('a'.repeat(301)))
      .isRejected('The post cannot exceed 300 characters.'));
  test('rejects an empty text', () =>
    givenNothing().when(publish('')).isRejected('The post cannot be empty.'));
  test('rejects deceptive characters', () =>
    givenNothing()
      .when(publish('abc\u202edcb'))
      .isRejected('The text contains characters that are not allowed.'));
  test('is idempotent', () =>
    given(postDecider, published('An otter!')).when(publish('An otter!')).leadsToNothing());
  test('does not restore a deleted post', () =>
    given(postDecider, published('An otter!'), deleted).when(publish('An otter!')).leadsToNothing());
});

describe('editing', () => {
  const publishedAt = '2026-11-21T10:00:00.000Z';
  const edit = (text: string, editedAt = '2026-11-22T09:59:59.999Z') =>
    ({ type: 'EditPost', postId, text, publishedAt, editedAt }) as const;
  const edited = (text: string): PostEvent => ({
    type: 'PostEdited',
    data: { postId, authorId, text, parentId },
  });
  const post = () => given(postDecider, published('An otter!'));
  const createEdits = (count: number) => Array.from({ length: count }, (_, n) => edited(`${n + 2} otters!`));

  test('succeeds until 24 hours after the publication', () =>
    post().when(edit('Two otters!')).leadsTo(edited('Two otters!')));
  test('rejects an edit after 24 hours', () =>
    post()
      .when(edit('Two otters!', '2026-11-22T10:00:00.000Z'))
      .isRejected('A post can be edited for 24 hours after its publication.'));
  test('appends no event for the same text', () => post().when(edit('An otter!')).leadsToNothing());
  test('appends no event for the text of the last edit', () =>
    given(postDecider, published('An otter!'), ...createEdits(1))
      .when(edit('2 otters!'))
      .leadsToNothing());
  test('accepts the 20th edit', () =>
    given(postDecider, published('An otter!'), ...createEdits(19))
      .when(edit('No otter!'))
      .leadsTo(edited('No otter!')));
  test('rejects the 21st edit', () =>
    given(postDecider, published('An otter!'), ...createEdits(20))
      .when(edit('No otter!'))
      .isRejected('A post can be edited at most 20 times.'));
  test('rejects an invalid text', () =>
    post()
      .when(edit('a'.repeat(301)))
      .isRejected('The post cannot exceed 300 characters.'));
  test('rejects a post that is taken down', () =>
    given(postDecider, published('An otter!'), {
      type: 'PostTakenDown',
      data: { postId, authorId, parentId },
    })
      .when(edit('Two otters!'))
      .isRejected('The post was taken down by staff and cannot be edited.'));
  test('rejects a deleted post', () =>
    given(postDecider, published('An otter!'), deleted)
      .when(edit('Two otters!'))
      .isRejected('The post to load does not exist.'));
});

describe('deleting', () => {
  const deletion = { type: 'DeletePost', postId } as const;

  test('succeeds', () => given(postDecider, published('An otter!')).when(deletion).leadsTo(deleted));
  test.each([
    ['never was', []],
    ['is gone', [published('An otter!'), deleted]],
  ])('rejects a post that %s', (_name, history) =>
    given(postDecider, ...history)
      .when(deletion)
      .isRejected('The post to load does not exist.'),
  );
});

describe('liking', () => {
  const toggle = { type: 'ToggleLike', postId, accountId } as const;
  const liked: LikeEvent = { type: 'PostLiked', data: { postId, accountId } };
  const unliked: LikeEvent = { type: 'PostUnliked', data: { postId, accountId } };

  test('adds a like', () => given(likeDecider).when(toggle).leadsTo(liked));
  test('removes a like', () => given(likeDecider, liked).when(toggle).leadsTo(unliked));
  test('adds a removed like again', () => given(likeDecider, liked, unliked).when(toggle).leadsTo(liked));
});

describe('viewing', () => {
  const views = [{ postId, count: 3 }];
  const record = { type: 'RecordViews', day: '2026-11-21', views } as const;
  const viewed: PostsViewed = { type: 'PostsViewed', data: { day: '2026-11-21', views } };

  test('counts a batch', () => given(viewBatchDecider).when(record).leadsTo(viewed));
  test('counts the same batch once', () => given(viewBatchDecider, viewed).when(record).leadsToNothing());
  test('appends no event for an empty batch', () =>
    given(viewBatchDecider)
      .when({ ...record, views: [] })
      .leadsToNothing());
});
