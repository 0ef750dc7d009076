/**
 * The limit of the feeds benchmark, in a process of its own: Koa and one indexed select of ten rows. It prints its
 * port, and ends when its input is closed.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';

const [connectionString] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 24 });
const app = new Koa();
app.use(async (context) => {
  const { rows } = await pool.query({
    name: 'ten-posts',
    text: 'SELECT * FROM read.posts WHERE parent_id IS NULL AND id < $1 ORDER BY id DESC LIMIT 10',
    values: ['ffffffff-ffff-ffff-ffff-ffffffffffff'],
  });
  context.body = rows;
});
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
process.stdin.resume().once('end', async () => {
  server.close();
  server.closeAllConnections();
  await pool.end();
});
