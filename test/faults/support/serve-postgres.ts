/** Starts PostgreSQL on a data directory and prints the database URL. Stops when stdin is closed. */
import { startEmbeddedPostgres } from '../../../adapters/embedded-postgres/server.ts';

const DATABASE_NAME = 'kindra';
const [folder = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '64MB' } });
await server.ensureDatabase(DATABASE_NAME);
process.stdout.write(`${server.getUrl(DATABASE_NAME)}\n`);
process.stdin.resume().once('end', async () => {
  await server.stop();
  process.exit(0);
});
