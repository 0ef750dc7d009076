import type { Pool, PoolClient, QueryArrayConfig } from 'pg';

/** The call did not reach the server or was rejected. It had no effect. */
export class QueryRejected extends Error {
  constructor(cause: unknown) {
    super('the database rejected the query', { cause });
    this.name = 'QueryRejected';
  }
}

/** The connection was lost or the deadline passed before the server answered. */
export class QueryOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
    this.name = 'QueryOutcomeUnknown';
  }
}

/**
 * Runs a query on a connection of the pool and returns rows as arrays. A connection that timed out is closed.
 * @throws QueryRejected
 * @throws QueryOutcomeUnknown
 */
export async function runQuery<Row extends unknown[]>(
  pool: Pool,
  query: Omit<QueryArrayConfig, 'rowMode'>,
  deadlineMs: number,
): Promise<Row[]> {
  const until = Date.now() + deadlineMs;
  const client = await connect(pool, deadlineMs);
  let broken = false;
  try {
    const answer = client.query<Row>({ ...query, rowMode: 'array' });
    return (await withDeadline(answer, until - Date.now())).rows;
  } catch (error) {
    if (isRejection(error)) throw new QueryRejected(error);
    broken = true;
    throw new QueryOutcomeUnknown(error);
  } finally {
    client.release(broken);
  }
}

async function connect(pool: Pool, deadlineMs: number): Promise<PoolClient> {
  const connecting = pool.connect();
  try {
    return await withDeadline(connecting, deadlineMs);
  } catch (error) {
    connecting.then((late) => late.release(), ignore);
    throw new QueryRejected(error);
  }
}

function withDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Error classes of a server that is shutting down or corrupted: it may have committed before.
const UNCERTAIN_SQLSTATES = /^(08|57P|58|XX)/;

function isRejection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !UNCERTAIN_SQLSTATES.test(code);
}

function ignore(): void {}
