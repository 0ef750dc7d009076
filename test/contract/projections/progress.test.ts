import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createReadModelProgress } from '../../../projections/engine/progress.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

setUpEngine();

describe('a reader that waits for read models', () => {
  test('is notified by another process', async () => {
    const otherProgress = createReadModelProgress(pool, createPostgresFanOut(pool));
    const worker = await startWorker();
    await publish(log, 1);
    expect(await otherProgress.waitFor(['posts', 'follows'], 1, WAIT_MS)).toBe(true);
    expect(await getPosition(pool, 'posts')).toBe(1);
    expect(await otherProgress.waitFor(['posts'], 2, 50)).toBe(false);
    await otherProgress.close();
    await worker.stop();
  });

  test.each([
    ['from the transactions that store them', { publish: async () => {} }],
    ['after the transactions if no process listened when they were sent', { createStatement: () => null }],
  ])('receives stored positions %s', async (_when, changedFanOut) => {
    const fanOut = createPostgresFanOut(pool);
    const progress = createReadModelProgress(pool, { ...fanOut, ...changedFanOut });
    const receivedMessages: string[] = [];
    let isListening = false;
    const listener = fanOut.subscribe('kindra_read_models', {
      onMessage: (message) => receivedMessages.push(message),
      onSubscribed: () => {
        isListening = true;
      },
    });
    await waitUntil(() => isListening);
    const worker = await startWorker({ progress, projections: [postsProjection] });
    await publish(log, 1);
    await waitUntil(() => receivedMessages.includes('[["posts",1,1]]'));
    await worker.stop();
    await Promise.all([progress.close(), listener.close()]);
  });

  test('continues even if the notifications are lost', async () => {
    const otherProgress = createReadModelProgress(pool, createPostgresFanOut(pool));
    const waitPromise = otherProgress.waitFor(['posts'], 7, WAIT_MS);
    await pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('posts', 7)`);
    expect(await waitPromise).toBe(true);
    await otherProgress.close();
  });
});
