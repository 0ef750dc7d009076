import pg from 'pg';
import { createWriter, type Writer } from '../writer.ts';

/** Statements of rebuilds, such as the creation of an index, can take any time. Only waits for locks are limited. */
const SESSION_SETTINGS = `SET statement_timeout = 0; SET lock_timeout = '30s'`;

/**
 * Runs work of a rebuild on a client and a writer of its own, which connect with the options of a pool except its
 * query timeout. Both connections are closed at the end, so that no lock or transaction outlives the work.
 */
export async function withRebuildConnections<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase, writer: Writer) => Promise<Result>,
): Promise<Result> {
  const options = { ...pool.options, password: pool.options.password, query_timeout: undefined };
  const client = new pg.Client(options);
  // A lost connection is reported by the next query.
  client.on('error', () => {});
  const writer = createWriter({ options }, SESSION_SETTINGS);
  try {
    await client.connect();
    await client.query(SESSION_SETTINGS);
    return await work(client, writer);
  } finally {
    await writer.close();
    await client.end();
  }
}
