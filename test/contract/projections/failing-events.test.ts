import { createEncryptedLog } from '../../../adapters/event-log/encrypted-log.ts';
import { createTextVault } from '../../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import type { EventProjector, Projection } from '../../../projections/engine/definition.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { findProjectionsByName } from '../../../projections/registry.ts';
import { followsProjection } from '../../../projections/social-graph/follows/project.ts';
import {
  createAccountId,
  createEvent,
  createPostId,
  readWholeLog,
} from '../../support/projections/history.ts';
import { publish } from '../../support/projections/posts.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

setUpEngine();

describe('an event that cannot be projected', () => {
  const failOnText =
    (text: string, project: EventProjector<DomainEvent>): EventProjector<DomainEvent> =>
    (event) => {
      if ((event.data as { text: string }).text === text) throw new Error('this text is poison');
      return project(event);
    };
  const failingProjector = failOnText('poison', postsProjection.on.PostPublished!);
  const failingProjection: Projection = {
    ...postsProjection,
    on: { ...postsProjection.on, PostPublished: failingProjector },
  };

  const getFailure = async (name: string) =>
    (await getProjectionStatuses(pool, findProjectionsByName([name]), () => createLogView(log)))[0];

  test('stops only its own projection, which names the event and continues when it can', async () => {
    for (const n of [1, 2, 3, 4, 5]) await publish(log, n, n === 4 ? 'poison' : 'fine');
    const worker = await startWorker({
      projections: [failingProjection, followsProjection],
      maxPauseMs: 200,
    });
    expect(await worker.waitUntilCaughtUp(['follows'])).toBe(true);
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    const status = await getFailure('posts');
    const failingEvent = (await readWholeLog(log))[3];
    expect(status).toMatchObject({
      position: 3,
      lag: 2,
      failure: { message: 'this text is poison', position: 4, event: `PostPublished ${failingEvent?.id}` },
    });
    expect((await getFailure('follows'))?.state).toBe('live');
    await worker.stop();

    const repairedWorker = await startWorker();
    expect(await repairedWorker.waitUntilCaughtUp()).toBe(true);
    expect(await getFailure('posts')).toMatchObject({ state: 'live', failure: null, lag: 0 });
    await repairedWorker.stop();
  });

  test('can have a damaged text although it is read together with others', async () => {
    const vault = createTextVault({ pool });
    const encryptedLog = createEncryptedLog(log, { catalogue: eventCatalogue, vault });
    const data = { postId: createPostId(1), authorId: createAccountId(0), text: 'whole', parentId: null };
    await encryptedLog.append(
      `post-${createPostId(1)}`,
      [createEvent({ type: 'PostPublished', data })],
      'no_stream',
    );
    await publish(log, 2, 'k1.this-was-never-sealed');
    const followData = { followerId: createAccountId(0), followeeId: createAccountId(1) };
    await log.append('follow-a_b', [createEvent({ type: 'ProfileFollowed', data: followData })], 'no_stream');

    const worker = await startWorker({ log: encryptedLog, maxPauseMs: 200 });
    expect(await worker.waitUntilCaughtUp(['follows', 'profiles'])).toBe(true);
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    expect(await getFailure('posts')).toMatchObject({
      position: 1,
      failure: { position: 2, event: expect.stringContaining('PostPublished') },
    });
    await worker.stop();
  });

  test('can be one that the database rejects', async () => {
    await publish(log, 1);
    await publish(log, 2, 'no \u0000 in PostgreSQL');
    const worker = await startWorker({ maxPauseMs: 200 });
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    expect(await getFailure('posts')).toMatchObject({ position: 1, failure: { position: 2 } });
    await worker.stop();
  });
});
