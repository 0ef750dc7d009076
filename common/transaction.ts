import type { Pool, PoolClient } from 'pg';

/** What runs queries: a pool, or one of its connections. */
export type Querying = Pick<PoolClient, 'query'>;

/** Runs work in one transaction, undone when it throws. A connection that broke is not used again. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: Querying) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
