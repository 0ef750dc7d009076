import { Socket } from 'node:net';
import pg from 'pg';
import type { Statement } from '../queryable.ts';

/** Writes transactions, each in one go: all statements leave in one packet, before the first answer is awaited. */
export interface Writer {
  /**
   * Carries out the statements in one transaction.
   * @throws the error of the first that fails; nothing is written then
   */
  readonly transact: (statements: readonly Statement[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * What is lost of the last commits in a crash of the server is projected again, since the checkpoint goes with it; so
 * no commit waits for the disk. A writer that is paused in the midst of a transaction must not hold up the worker that
 * takes over, so the server ends such a session.
 */
const SESSION = `SET synchronous_commit = off; SET idle_in_transaction_session_timeout = '3s'`;

const BEGIN: Statement = { text: 'BEGIN' };
const COMMIT: Statement = { text: 'COMMIT' };

/** A batch may change very many rows, as where a person is erased: it has so many times as long as what people wait for. */
const PATIENCE = 8;
/** What took too long has so many times as long when it is tried again, so that every batch gets through in the end. */
const MORE_PATIENCE = 2;
/** The longest wait that a timer can have, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Whether the client gave up, rather than the server. */
const tookTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

interface Connected {
  readonly client: pg.Client;
  readonly socket: Socket;
}

/** A writer with a connection of its own, to the server of the pool. A connection that failed is replaced. */
export function createWriter(pool: pg.Pool): Writer {
  const { query_timeout: answerMs } = pool.options;
  let patience = PATIENCE;
  let connecting: Promise<Connected> | null = null;
  let connected: pg.Client | null = null;

  const connect = async (): Promise<Connected> => {
    const { options } = pool;
    const socket = new Socket();
    const client = new pg.Client({
      ...options,
      password: options.password,
      pipeline: true,
      stream: () => socket,
    });
    client.on('error', () => discard(client));
    await client.connect();
    await client.query(SESSION);
    connected = client;
    return { client, socket };
  };

  const discard = (client: pg.Client): void => {
    // A late error of a client that has been replaced must not take its successor away.
    if (connected === client) {
      connecting = null;
      connected = null;
    }
    client.end().catch(() => {});
  };

  return {
    transact: async (statements) => {
      connecting ??= connect();
      const { client, socket } = await connecting.catch((error: unknown) => {
        connecting = null;
        throw error;
      });
      socket.cork();
      const query_timeout = answerMs && Math.min(answerMs * patience, LONGEST_MS);
      const sent = [BEGIN, ...statements, COMMIT].map((statement) => {
        const limited = { ...statement, query_timeout };
        return client.query(limited);
      });
      socket.uncork();
      const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected');
      if (!failed) {
        patience = PATIENCE;
        return;
      }
      if (tookTooLong(failed.reason)) patience *= MORE_PATIENCE;
      discard(client);
      throw failed.reason;
    },
    close: async () => {
      const current = await connecting?.catch(() => null);
      connecting = null;
      await current?.client.end();
    },
  };
}
