import { Socket } from 'node:net';
import pg from 'pg';
import { withTimeout } from './timing.ts';

/** An open connection in pipeline mode. It sends statements without waiting for the responses of earlier ones. */
interface OpenConnection {
  readonly client: pg.Client;
  readonly socket: Socket;
  /** Closes the connection without waiting for responses. Statements that follow are sent on a new one. */
  readonly discard: () => void;
}

/** A connection in pipeline mode that is opened when it is needed, and opened again after it is lost. */
export interface PipelinedConnection {
  readonly open: () => Promise<OpenConnection>;
  /** Waits at most 2 s for the responses, then closes the connection. It cannot be opened again. */
  readonly end: () => Promise<void>;
}

interface PipelinedConnectionOptions {
  /** Time limit for opening and initializing the connection, in milliseconds. Default: 5,000. */
  readonly connectTimeoutMs?: number;
  /** Prepares the session of a new connection. Default: `onConnect` of the pool. */
  readonly initialize?: pg.PoolConfig['onConnect'];
}

const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 2_000;

async function openConnection(
  { options }: Pick<pg.Pool, 'options'>,
  {
    connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS,
    initialize = options.onConnect,
  }: PipelinedConnectionOptions,
  onLost: () => void,
): Promise<OpenConnection> {
  const Client = (options.Client ?? pg.Client) as typeof pg.Client;
  const socket = new Socket();
  const client = new Client({
    ...options,
    password: options.password,
    pipeline: true,
    stream: () => socket,
  });
  client.on('error', onLost);
  client.on('end', onLost);
  const timer = setTimeout(
    () => socket.destroy(new Error(`no connection in ${connectTimeoutMs} ms`)),
    connectTimeoutMs,
  );
  try {
    await client.connect();
    await initialize?.(client);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const discard = (): void => {
    onLost();
    socket.destroy();
  };
  return { client, socket, discard };
}

/** Creates a connection with the options of a pool, to which it does not belong. */
export function createPipelinedConnection(
  pool: Pick<pg.Pool, 'options'>,
  connectionOptions: PipelinedConnectionOptions = {},
): PipelinedConnection {
  let currentConnection: Promise<OpenConnection> | null = null;
  let hasEnded = false;

  return {
    open: async () => {
      while (currentConnection && !hasEnded) {
        const existingConnection = await currentConnection;
        if (!existingConnection.socket.destroyed) return existingConnection;
        existingConnection.discard();
      }
      if (hasEnded) throw new Error('the connection has ended');
      const forget = (): void => {
        if (currentConnection === connection) currentConnection = null;
      };
      const connection = openConnection(pool, connectionOptions, forget);
      currentConnection = connection;
      connection.catch(forget);
      return connection;
    },
    end: async () => {
      hasEnded = true;
      const connection = await currentConnection?.catch(() => null);
      if (!connection) return;
      await withTimeout(connection.client.end(), END_TIMEOUT_MS).catch(() => {});
      connection.socket.destroy();
    },
  };
}
