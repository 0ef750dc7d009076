/**
 * Server that sets the limit for the HTTP benchmarks, in a separate process. It is a plain Koa app: a GET runs one
 * indexed select of ten rows, a POST runs one insert. Without a database it only listens.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';
import { BARE_TABLE, createBareInsert, createLikeEvent } from './bare-insert.ts';
import { serveBenchmark } from './server-side.ts';

const [connectionString] = process.argv.slice(2);
const pool = connectionString ? new pg.Pool({ connectionString, max: 24 }) : null;
await pool?.query(BARE_TABLE);

const SELECT = {
  name: 'ten-posts',
  text: 'SELECT * FROM read.posts WHERE parent_id IS NULL AND id < $1 ORDER BY id DESC LIMIT 10',
  values: ['ffffffff-ffff-ffff-ffff-ffffffffffff'],
};

const app = new Koa();
app.use(async (context) => {
  if (context.method === 'GET') context.body = (await pool?.query(SELECT))?.rows ?? [];
  else {
    await pool?.query(createBareInsert(createLikeEvent()));
    context.body = {};
  }
});
const server = app.listen(0, '127.0.0.1', () =>
  serveBenchmark((server.address() as AddressInfo).port, async () => {
    server.close();
    server.closeAllConnections();
    await pool?.end();
  }),
);
