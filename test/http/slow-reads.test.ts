import type pg from 'pg';
import { forYouPublications } from '../../contract/posts.ts';
import { openPool } from '../support/database.ts';
import { waitUntil } from '../support/wait.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let limitedPool: pg.Pool;

setUpTestApi({
  adapt: (foundation) => {
    const { connectionString } = foundation.pool.options;
    limitedPool = openPool({ connectionString, max: 2, statement_timeout: 200 });
    limitedPool.on('error', () => {});
    const settings = { ...foundation.settings, readCacheBytes: 0 };
    return { ...foundation, pool: limitedPool, settings };
  },
});
afterAll(() => limitedPool.end());

test('a read that takes too long returns 503 with Retry-After', async () => {
  await client.ok(forYouPublications);
  const lockHolder = await api.database.pool.connect();
  await lockHolder.query('BEGIN');
  await lockHolder.query('LOCK TABLE read.posts');
  try {
    for (const { status, body, headers } of await Promise.all([
      client.send(forYouPublications),
      client.send(forYouPublications),
    ])) {
      expect([status, body.code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
      expect(headers.get('retry-after')).toBe('2');
    }
  } finally {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  }
  await waitUntil(async () => (await client.send(forYouPublications)).status === 200);
});
