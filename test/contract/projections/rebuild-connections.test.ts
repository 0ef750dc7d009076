import type pg from 'pg';
import { RebuildInterrupted, rebuild } from '../../../projections/engine/rebuild/rebuild.ts';
import { discardInterruptedRebuilds } from '../../../projections/engine/rebuild/start.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { followsProjection } from '../../../projections/social-graph/follows/project.ts';
import { openPool } from '../../support/database.ts';
import { like, publish } from '../../support/projections/posts.ts';
import { database, log, pool, setUpEngine } from '../../support/projections/shared-engine.ts';

setUpEngine();

/** Query timeout of the pool, in milliseconds. The pools of workers have one, those of commands have none. */
const QUERY_TIMEOUT_MS = 200;
const SLOW_SECONDS = 0.4;

let workerPool: pg.Pool;

beforeEach(async () => {
  workerPool = openPool({ connectionString: database.ownerUrl, query_timeout: QUERY_TIMEOUT_MS });
  await publish(log, 1);
  await like(log, 1, 1);
});
afterEach(() => workerPool.end());

const rebuildPosts = () => rebuild({ log, pool: workerPool, projection: postsProjection });

/** Makes statements that create indexes and alter tables slow, and then runs `statement` in them. */
const slowDownStatements = (statement = '') =>
  pool.query(`
    CREATE OR REPLACE FUNCTION slow_down() RETURNS event_trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(${SLOW_SECONDS}); ${statement} END $$;
    CREATE EVENT TRIGGER slow_down ON ddl_command_end WHEN TAG IN ('CREATE INDEX', 'ALTER TABLE')
      EXECUTE FUNCTION slow_down()`);

const removeSlowdown = () => pool.query('DROP EVENT TRIGGER slow_down');

/** Lists the sessions of the database that hold an advisory lock or have a transaction in progress. */
const listBusySessions = async () =>
  (
    await pool.query(`
      SELECT pid, state, query FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND (xact_start IS NOT NULL OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'))`)
  ).rows;

test('a rebuild completes although its statements take longer than the query timeout of the pool', async () => {
  await slowDownStatements();
  const report = await rebuildPosts();
  await removeSlowdown();
  expect(report).toMatchObject({ projection: 'posts', position: 2 });
});

test('a rebuild that fails during the swap leaves no lock and no transaction, and can be resumed', async () => {
  await slowDownStatements(`IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE schema_name = 'read')
    THEN RAISE 'the swap was refused'; END IF;`);
  await expect(rebuildPosts()).rejects.toThrow('the swap was refused');
  expect(await listBusySessions()).toEqual([]);
  await removeSlowdown();
  expect(await rebuildPosts()).toMatchObject({ projection: 'posts', position: 2 });
});

test('interrupted rebuilds are discarded although the tables of another cannot be dropped, which is tried again', async () => {
  const interruptedProjections = [postsProjection, followsProjection];
  const signal = AbortSignal.abort();
  for (const projection of interruptedProjections)
    await expect(rebuild({ log, pool, projection, signal })).rejects.toThrow(RebuildInterrupted);
  const listRebuilds = async () => (await pool.query('SELECT projection FROM engine.rebuilds')).rows;
  await pool.query('CREATE VIEW dependent AS SELECT FROM rebuild.posts');
  const result = discardInterruptedRebuilds(pool, interruptedProjections);
  await expect(result).rejects.toThrow('other objects depend on it');
  expect(await listRebuilds()).toEqual([{ projection: 'posts' }]);
  expect(await listBusySessions()).toEqual([]);
  await pool.query('DROP VIEW dependent');
  await discardInterruptedRebuilds(pool, interruptedProjections);
  expect(await listRebuilds()).toEqual([]);
  expect((await pool.query(`SELECT FROM pg_tables WHERE schemaname = 'rebuild'`)).rows).toEqual([]);
});
