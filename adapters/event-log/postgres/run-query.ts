import { DatabaseError, type Pool, type PoolClient, type QueryArrayConfig } from 'pg';

/** Thrown when a query did not reach the server or was rejected. The query had no effect. */
export class QueryRejected extends Error {
  constructor(cause: unknown) {
    super('the database rejected the query', { cause });
    this.name = 'QueryRejected';
  }
}

/** Thrown when the connection was lost or the deadline passed before the server responded. */
export class QueryOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the database did not answer', { cause });
    this.name = 'QueryOutcomeUnknown';
  }
}

/**
 * Runs a query on a connection from the pool. Returns rows as arrays. A connection that timed out is closed.
 * Uses callbacks, because in most runs V8 creates the objects behind pg's promises in the old generation
 * (docs/performance.md).
 * @throws QueryRejected
 * @throws QueryOutcomeUnknown
 */
export function runQuery<Row extends unknown[]>(
  pool: Pool,
  query: Omit<QueryArrayConfig, 'rowMode'>,
  deadlineMs: number,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    let client: PoolClient | undefined;
    let isSettled = false;
    const timer = setTimeout(() => fail(new Error(`no answer in ${deadlineMs} ms`)), deadlineMs);

    /** Releases the connection. Returns false if the query was already settled. */
    function settle(isBroken: boolean): boolean {
      if (isSettled) return false;
      isSettled = true;
      clearTimeout(timer);
      client?.release(isBroken);
      return true;
    }

    function fail(error: unknown): void {
      const failure = client ? toQueryFailure(error) : new QueryRejected(error);
      if (settle(failure instanceof QueryOutcomeUnknown)) reject(failure);
    }

    pool.connect((connectionError, connectedClient) => {
      if (isSettled) return connectedClient?.release();
      if (!connectedClient) return fail(connectionError);
      client = connectedClient;
      client.query<Row>({ ...query, rowMode: 'array' }, (error, result) => {
        if (error) fail(error);
        else if (settle(false)) resolve(result.rows);
      });
    });
  });
}

/** Converts an error of a query that was sent. */
export const toQueryFailure = (error: unknown): QueryRejected | QueryOutcomeUnknown =>
  isRejection(error) ? new QueryRejected(error) : new QueryOutcomeUnknown(error);

// Error classes of a server that is shutting down or corrupted: it may have committed before.
const UNCERTAIN_SQLSTATES = /^(08|57P|58|XX)/;

/** Only the server can reject a query. It may have run a query even if an error of the socket has a code. */
const isRejection = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code !== undefined && !UNCERTAIN_SQLSTATES.test(error.code);
