import pg from 'pg';
import { forYouPublications } from '../../contract/posts.ts';
import { waitUntil } from '../support/wait.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let limited: pg.Pool;

setUpTestApi({
  adapt: (foundation) => {
    const { connectionString } = foundation.pool.options;
    limited = new pg.Pool({ connectionString, max: 2, statement_timeout: 200 });
    limited.on('error', () => {});
    const settings = { ...foundation.settings, readCacheBytes: 0 };
    return { ...foundation, pool: limited, settings };
  },
});
afterAll(() => limited.end());

test('a read that takes too long returns 503 with Retry-After', async () => {
  await client.ok(forYouPublications);
  const other = await api.database.pool.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE read.posts');
  try {
    for (const { status, body, headers } of await Promise.all([
      client.send(forYouPublications),
      client.send(forYouPublications),
    ])) {
      expect([status, body.code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
      expect(headers.get('retry-after')).toBe('2');
    }
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  await waitUntil(async () => (await client.send(forYouPublications)).status === 200);
});
