/**
 * Follows one like from the command to the JSON response, as an introduction to the code. Everything is production
 * code, with two exceptions: the log is in memory, and the projected rows replace the read model tables.
 */
import { createMemoryEventLog } from '../adapters/event-log/memory.ts';
import { accountDecider } from '../domain/accounts/decide.ts';
import { createHandler } from '../domain/handle.ts';
import { deriveLikeId, likeDecider, postDecider } from '../domain/posts/decide.ts';
import { profilesProjection } from '../projections/accounts/profiles/project.ts';
import type { Projection, Row } from '../projections/engine/definition.ts';
import { createFold } from '../projections/engine/fold.ts';
import { type PostRecord, toPost } from '../projections/posts/posts/post-rows.ts';
import { postsProjection } from '../projections/posts/posts/project.ts';

const authorId = '01980000-0000-7000-8000-000000000001';
const readerId = '01980000-0000-7000-8000-000000000002';
const postId = '01980000-0000-7000-8000-00000000000a';

/** Creates a command context. A command with the same id takes effect only once. */
const createContext = (accountId: string, commandId: string) => ({
  commandId: `01980000-0000-7000-9000-00000000${commandId}`,
  correlationId: `01980000-0000-7000-9000-00000000${commandId}`,
  actor: { kind: 'account', id: accountId } as const,
  occurredAt: '2026-11-21T09:30:00.000Z',
});

test('a like, from the command to the JSON response', async () => {
  const log = createMemoryEventLog();
  const { handle } = createHandler({ log });

  // Register an account and publish a post.
  const authorAccount = {
    accountId: authorId,
    role: 'USER',
    nickname: 'nutria',
    profileName: 'Nutria',
  } as const;
  await handle(
    accountDecider,
    authorId,
    { type: 'RegisterAccount', ...authorAccount, category: null },
    createContext(authorId, '0001'),
  );
  const post = { postId, authorId, text: 'The otters are back! 🦦', parentId: null };
  await handle(postDecider, postId, { type: 'PublishPost', ...post }, createContext(authorId, '0002'));

  // Another account likes the post. The command is decided on the state of the like stream and results in one event.
  const likeCommand = { type: 'ToggleLike', postId, accountId: readerId } as const;
  const result = await handle(
    likeDecider,
    deriveLikeId(postId, readerId),
    likeCommand,
    createContext(readerId, '0003'),
  );
  expect(result).toMatchObject({ accepted: true, state: { liked: true }, events: [{ type: 'PostLiked' }] });

  // The event is appended to the log with its actor.
  const events = await log.readAll();
  expect(events.map(({ position, type }) => [position, type])).toEqual([
    [1, 'AccountRegistered'],
    [2, 'PostPublished'],
    [3, 'PostLiked'],
  ]);
  expect(events[2]).toMatchObject({
    stream: `like-${postId}_${readerId}`,
    metadata: { actor: { id: readerId } },
  });

  // The projections map events to rows. Changes to the same row are combined into one write.
  const getRows = (projection: Projection, table: string): readonly Row[] => {
    const projectionFold = createFold(projection);
    for (const event of events) projectionFold.add(event);
    return projectionFold.take().find((tableWrites) => tableWrites.table.name === table)?.insertedRows ?? [];
  };
  const [postRow] = getRows(postsProjection, 'posts');
  const [likeRow] = getRows(postsProjection, 'post_likes');
  const [profileRow] = getRows(profilesProjection, 'profiles');
  expect(postRow).toMatchObject({ id: postId, likes: 1, comments: 0 });
  expect(likeRow).toEqual({ post_id: postId, account_id: readerId });

  // A query joins the rows and counts the hidden comments. The API maps its result to the response.
  const joinedRow = {
    ...profileRow,
    ...postRow,
    published_at: new Date(String(postRow?.published_at)),
    unlisted: 0,
    liked: true,
  };
  expect(JSON.parse(JSON.stringify(toPost(joinedRow as unknown as PostRecord)))).toEqual({
    id: postId,
    text: 'The otters are back! 🦦',
    creatorData: {
      id: authorId,
      idProfile: authorId,
      nickname: 'nutria',
      profileName: 'Nutria',
      role: 'USER',
    },
    pubDate: '2026-11-21T09:30:00.000Z',
    modDate: '2026-11-21T09:30:00.000Z',
    comments: 0,
    likes: 1,
    views: 0,
    liked: true,
    idParent: null,
  });
});
