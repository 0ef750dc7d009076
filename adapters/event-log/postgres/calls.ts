import type { Pool, PoolClient, QueryArrayConfig } from 'pg';

/** The call did not reach the server or was rejected. It had no effect. */
export class CallRefused extends Error {
  constructor(cause: unknown) {
    super('the database rejected the query', { cause });
    this.name = 'CallRefused';
  }
}

/** The connection was lost or the deadline passed before the server answered. */
export class CallUnanswered extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
    this.name = 'CallUnanswered';
  }
}

/**
 * Runs a query on a connection of the pool and returns rows as arrays. A connection that timed out is closed.
 * @throws CallRefused
 * @throws CallUnanswered
 */
export async function call<Row extends unknown[]>(
  pool: Pool,
  query: Omit<QueryArrayConfig, 'rowMode'>,
  deadlineMs: number,
): Promise<Row[]> {
  const until = Date.now() + deadlineMs;
  const client = await connect(pool, deadlineMs);
  let broken = false;
  try {
    const answer = client.query<Row>({ ...query, rowMode: 'array' });
    return (await beforeDeadline(answer, until - Date.now())).rows;
  } catch (error) {
    if (isRefusal(error)) throw new CallRefused(error);
    broken = true;
    throw new CallUnanswered(error);
  } finally {
    client.release(broken);
  }
}

async function connect(pool: Pool, deadlineMs: number): Promise<PoolClient> {
  const connecting = pool.connect();
  try {
    return await beforeDeadline(connecting, deadlineMs);
  } catch (error) {
    connecting.then((late) => late.release(), ignore);
    throw new CallRefused(error);
  }
}

function beforeDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// Error classes of a server that is shutting down or corrupted: it may have committed before.
const UNCERTAIN = /^(08|57P|58|XX)/;

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !UNCERTAIN.test(code);
}

function ignore(): void {}
