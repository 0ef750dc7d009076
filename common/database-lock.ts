import pg from 'pg';

/**
 * Runs work while this process holds a lock. Other work with the same lock name waits, also in other processes. If the
 * process ends, PostgreSQL releases the lock. The lock has a connection of its own, so that work that waits for it never
 * occupies the connections that the running work needs.
 * @throws the error of PostgreSQL if it cannot be reached
 */
export async function withDatabaseLock<Result>(
  { options }: pg.Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...options, password: options.password });
  // A lost connection is reported by the next query.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.end();
  }
}
