import type { Pool, PoolClient } from 'pg';

/** A connection pool or one of its connections, used to run queries. */
export type PoolOrClient = Pick<PoolClient, 'query'>;

/** Runs work in a transaction. Rolls back if the work throws, and closes the connection if the rollback fails. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolOrClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let rollbackError: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      rollbackError = failure;
    });
    throw error;
  } finally {
    client.release(rollbackError);
  }
}
