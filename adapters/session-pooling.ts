import pg from 'pg';

const CONNECT_MS = 5_000;
/** Rounds of the probe: other clients of a proxy may take the server connections that it looks for. */
const ROUNDS = 5;

/** A proxy that lends a server connection for one statement refuses transactions. */
const REFUSES_TRANSACTIONS = /statement pooling/i;

async function pidOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/**
 * Whether two sessions that are open at once share a server process, or one session changes it. Neither happens without
 * a proxy that lends server connections for a transaction only.
 */
async function isShared(session: pg.Client, another: pg.Client): Promise<boolean> {
  const before = await pidOf(session);
  await another.query('BEGIN');
  try {
    const meanwhile = await pidOf(another);
    return meanwhile === before || (await pidOf(session)) !== before;
  } finally {
    await another.query('ROLLBACK');
  }
}

/**
 * Whether there is a proxy before PostgreSQL, like PgBouncer, that pools transactions or statements. Kindra needs sessions
 * of its own: it listens for notifications, prepares statements, and holds advisory locks.
 */
export async function poolsTransactions(connectionString: string): Promise<boolean> {
  const options = { connectionString, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
  const [session, another] = [new pg.Client(options), new pg.Client(options)];
  try {
    await session.connect();
    await another.connect();
    for (let round = 0; round < ROUNDS; round += 1) if (await isShared(session, another)) return true;
    return false;
  } catch (error) {
    if (error instanceof Error && REFUSES_TRANSACTIONS.test(error.message)) return true;
    throw error;
  } finally {
    await Promise.all([session.end(), another.end()]).catch(() => {});
  }
}
