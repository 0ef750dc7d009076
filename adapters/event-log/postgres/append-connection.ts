import type { Pool, QueryArrayConfig } from 'pg';
import { createPipelinedConnection } from '../../../common/pipelined-connection.ts';
import { QueryOutcomeUnknown, QueryRejected, toQueryFailure } from './run-query.ts';

/** A connection that runs queries in the order of the calls, without waiting for the responses of earlier ones. */
export interface AppendConnection {
  /**
   * Runs a query. Returns rows as arrays. If there is no response by the deadline, the connection is closed and the
   * outcomes of all its queries are unknown. Uses callbacks, because in most runs V8 creates the objects behind pg's
   * promises in the old generation (docs/performance.md).
   * @throws QueryRejected
   * @throws QueryOutcomeUnknown
   */
  readonly runQuery: <Row extends unknown[]>(query: Omit<QueryArrayConfig, 'rowMode'>) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

/** Creates a connection with the options of a pool. */
export function createAppendConnection(pool: Pool, deadlineMs: number): AppendConnection {
  const connection = createPipelinedConnection(pool, { connectTimeoutMs: deadlineMs });
  return {
    runQuery: async <Row extends unknown[]>(query: Omit<QueryArrayConfig, 'rowMode'>) => {
      const { client, discard } = await connection.open().catch((error: unknown) => {
        throw new QueryRejected(error);
      });
      return new Promise<Row[]>((resolve, reject) => {
        const config = { ...query, rowMode: 'array', query_timeout: deadlineMs } as const;
        void client.query<Row>(config, (error, result) => {
          if (!error) return resolve(result.rows);
          const failure = toQueryFailure(error);
          if (failure instanceof QueryOutcomeUnknown) discard();
          reject(failure);
        });
      });
    },
    close: connection.end,
  };
}
