import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** One probe can miss a proxy whose other server connections are busy. */
const PROBE_ROUNDS = 5;

const STATEMENT_POOLING_ERROR = /statement pooling/i;

async function readServerPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/** Detects transaction pooling: two open sessions share a server process, or one session switches between processes. */
async function hasSharedConnection(session: pg.Client, otherSession: pg.Client): Promise<boolean> {
  const pidBefore = await readServerPid(session);
  await otherSession.query('BEGIN');
  try {
    const otherPid = await readServerPid(otherSession);
    return otherPid === pidBefore || (await readServerPid(session)) !== pidBefore;
  } finally {
    await otherSession.query('ROLLBACK');
  }
}

/**
 * Returns whether PostgreSQL is behind a proxy, such as PgBouncer, that pools transactions or statements.
 * Kindra needs sessions for LISTEN, prepared statements and advisory locks.
 */
export async function isTransactionPooled(connectionString: string): Promise<boolean> {
  const options = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  const [session, otherSession] = [new pg.Client(options), new pg.Client(options)];
  try {
    await session.connect();
    await otherSession.connect();
    for (let round = 0; round < PROBE_ROUNDS; round += 1)
      if (await hasSharedConnection(session, otherSession)) return true;
    return false;
  } catch (error) {
    if (error instanceof Error && STATEMENT_POOLING_ERROR.test(error.message)) return true;
    throw error;
  } finally {
    await Promise.all([session.end(), otherSession.end()]).catch(() => {});
  }
}
