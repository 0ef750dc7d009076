import type pg from 'pg';
import { createPipelinedConnection } from '../../common/pipelined-connection.ts';
import type { Statement } from '../queryable.ts';

/** Runs transactions in pipeline mode: all statements are sent before the first response arrives. */
export interface Writer {
  /**
   * Runs the statements in one transaction.
   * @throws the error of the first failed statement; nothing is written then
   */
  readonly transact: (statements: readonly Statement[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Commits do not wait for the disk: a crash loses rows and checkpoint together, and the events are projected
 * again. If a writer pauses, the server closes its idle transaction, which would otherwise block the worker
 * that takes over.
 */
const SESSION_SETTINGS = `SET synchronous_commit = off; SET idle_in_transaction_session_timeout = '3s'`;

const BEGIN: Statement = { text: 'BEGIN' };
const COMMIT: Statement = { text: 'COMMIT' };

/** Factor between the pool's query timeout and that of a batch, which can change many rows, as in an erasure. */
const TIMEOUT_FACTOR = 8;
/** Factor by which the timeout grows each time it expires, so that every batch completes eventually. */
const TIMEOUT_GROWTH = 2;
/** Maximum delay of a Node.js timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Returns whether the timeout occurred in the client. Timeouts in the server return false. */
const isClientTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/**
 * Creates a writer with its own connection. The connection is opened by the first transaction and replaced
 * after an error.
 * @param settings statements that set further session parameters
 */
export function createWriter(pool: Pick<pg.Pool, 'options'>, settings = ''): Writer {
  const { query_timeout: queryTimeout } = pool.options;
  let timeoutFactor = TIMEOUT_FACTOR;
  const connection = createPipelinedConnection(pool, {
    initialize: async (client) => void (await client.query(`${SESSION_SETTINGS}; ${settings}`)),
  });

  return {
    transact: async (statements) => {
      const { client, socket, discard } = await connection.open();
      socket.cork();
      const query_timeout = queryTimeout && Math.min(queryTimeout * timeoutFactor, MAX_TIMER_MS);
      const results = [BEGIN, ...statements, COMMIT].map((statement) => {
        const statementWithTimeout = { ...statement, query_timeout };
        return client.query(statementWithTimeout);
      });
      socket.uncork();
      const failure = (await Promise.allSettled(results)).find((result) => result.status === 'rejected');
      if (!failure) {
        timeoutFactor = TIMEOUT_FACTOR;
        return;
      }
      if (isClientTimeout(failure.reason)) timeoutFactor *= TIMEOUT_GROWTH;
      discard();
      throw failure.reason;
    },
    close: connection.end,
  };
}
