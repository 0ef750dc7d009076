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
    const elsewhere = createReadModelProgress(pool, createPostgresFanOut(pool));
    const worker = await startWorker();
    await publish(log, 1);
    expect(await elsewhere.waitFor(['posts', 'follows'], 1, WAIT_MS)).toBe(true);
    expect(await getPosition(pool, 'posts')).toBe(1);
    expect(await elsewhere.waitFor(['posts'], 2, 50)).toBe(false);
    await elsewhere.close();
    await worker.stop();
  });

  test('receives stored positions from the transactions that store them', async () => {
    const fanOut = createPostgresFanOut(pool);
    const progress = createReadModelProgress(pool, { ...fanOut, publish: async () => {} });
    const received: string[] = [];
    let isListening = false;
    const listener = fanOut.subscribe('kindra_read_models', {
      onMessage: (message) => received.push(message),
      onSubscribed: () => {
        isListening = true;
      },
    });
    await waitUntil(() => isListening);
    const worker = await startWorker({ progress, projections: [postsProjection] });
    await publish(log, 1);
    await waitUntil(() => received.includes('[["posts",1,1]]'));
    await worker.stop();
    await Promise.all([progress.close(), listener.close()]);
  });

  test('continues even if the notifications are lost', async () => {
    const elsewhere = createReadModelProgress(pool, createPostgresFanOut(pool));
    const wait = elsewhere.waitFor(['posts'], 7, WAIT_MS);
    await pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('posts', 7)`);
    expect(await wait).toBe(true);
    await elsewhere.close();
  });
});
