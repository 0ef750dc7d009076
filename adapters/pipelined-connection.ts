import { Socket } from 'node:net';
import pg from 'pg';

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
  /** Waits for the responses, then closes the connection. */
  readonly end: () => Promise<void>;
}

const CONNECT_TIMEOUT_MS = 5_000;

async function openConnection({ options }: pg.Pool, onLost: () => void): Promise<OpenConnection> {
  const Client = (options.Client ?? pg.Client) as typeof pg.Client;
  const socket = new Socket();
  const client = new Client({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...options,
    password: options.password,
    pipeline: true,
    stream: () => socket,
  });
  client.on('error', onLost);
  client.on('end', onLost);
  try {
    await client.connect();
    await options.onConnect?.(client);
    const discard = (): void => {
      onLost();
      socket.destroy();
    };
    return { client, socket, discard };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Creates a connection with the options of a pool, to which it does not belong. */
export function createPipelinedConnection(pool: pg.Pool): PipelinedConnection {
  let currentConnection: Promise<OpenConnection> | null = null;

  return {
    open: () => {
      if (currentConnection) return currentConnection;
      const forget = (): void => {
        if (currentConnection === connection) currentConnection = null;
      };
      const connection = openConnection(pool, forget);
      currentConnection = connection;
      connection.catch(forget);
      return connection;
    },
    end: async () => {
      const connection = await currentConnection?.catch(() => null);
      await connection?.client.end();
    },
  };
}
