import pg from 'pg';
import type { Statement } from '../queryable.ts';

/** Writes transactions, each in one go: all statements are sent before the first answer is awaited. */
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

/** A writer with a connection of its own, to the server of the pool. A connection that failed is replaced. */
export function createWriter(pool: pg.Pool): Writer {
  let connecting: Promise<pg.Client> | null = null;
  let connected: pg.Client | null = null;

  const connect = async (): Promise<pg.Client> => {
    const { options } = pool;
    const client = new pg.Client({ ...options, password: options.password, pipeline: true });
    client.on('error', () => discard(client));
    await client.connect();
    await client.query(SESSION);
    connected = client;
    return client;
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
      const client = await connecting.catch((error: unknown) => {
        connecting = null;
        throw error;
      });
      const sent = ['BEGIN', ...statements, 'COMMIT'].map((statement) =>
        typeof statement === 'string' ? client.query(statement) : client.query({ ...statement }),
      );
      const failed = (await Promise.allSettled(sent)).find((result) => result.status === 'rejected');
      if (!failed) return;
      discard(client);
      throw failed.reason;
    },
    close: async () => {
      const client = await connecting?.catch(() => null);
      connecting = null;
      await client?.end();
    },
  };
}
