import { Socket } from 'node:net';
import pg from 'pg';

/** Number of connections that statements share. More would send fewer statements in one packet. */
const SHARED_CONNECTIONS = 4;
/** A connection whose statement takes longer than this, in ms, gets no further statements until it has ended. */
const MAX_BLOCKED_MS = 100;
/** Maximum number of statements that wait for the responses of one connection. */
const MAX_PENDING = 50;

interface Connection {
  readonly client: pg.Client;
  readonly socket: Socket;
}

/** Sends the statements of one turn of the event loop together, without waiting for the responses of earlier ones. */
function createSharedConnection(pool: pg.Pool) {
  let connecting: Promise<Connection> | null = null;
  let pending = 0;
  /** When the oldest pending statement became the next one to be answered. */
  let since = 0;
  let isCorked = false;

  function discard(connection: Promise<Connection>): void {
    if (connecting === connection) connecting = null;
  }

  async function openConnection(): Promise<Connection> {
    const { options } = pool;
    const socket = new Socket();
    const client = new pg.Client({
      ...options,
      password: options.password,
      pipeline: true,
      stream: () => socket,
    });
    const own = connecting;
    client.on('error', () => own && discard(own));
    client.on('end', () => own && discard(own));
    try {
      await client.connect();
      await options.onConnect?.(client);
      return { client, socket };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  function connect(): Promise<Connection> {
    if (connecting) return connecting;
    const connection = Promise.resolve().then(openConnection);
    connecting = connection;
    connection.catch(() => discard(connection));
    return connection;
  }

  /** Without the delay, each statement would be a packet, whose sending takes longer than the rest of the query. */
  function sendTogether(socket: Socket): void {
    if (isCorked) return;
    isCorked = true;
    socket.cork();
    setImmediate(() => {
      isCorked = false;
      socket.uncork();
    });
  }

  return {
    getPending: (): number => pending,
    isBlocked: (): boolean =>
      pending >= MAX_PENDING || (pending > 0 && performance.now() - since > MAX_BLOCKED_MS),
    async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      if (pending === 0) since = performance.now();
      pending += 1;
      try {
        const { client, socket } = await connect();
        sendTogether(socket);
        return await client.query(statement);
      } finally {
        pending -= 1;
        since = performance.now();
      }
    },
    async end(): Promise<void> {
      const connection = await connecting?.catch(() => null);
      await connection?.client.end();
    },
  };
}

/**
 * Creates a pool whose `query` sends statements on a few connections in pipeline mode, at less than two thirds of the
 * CPU time of a connection for each. A statement that is slow delays those that were sent behind it; further ones use
 * the other connections, and finally those of the pool. Only for statements that take no locks which a transaction of
 * this process may hold: such a transaction could wait for a statement behind them.
 */
export function createPipelinedPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  const ownQuery = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const ownEnd = pool.end.bind(pool);
  const shared = Array.from({ length: SHARED_CONNECTIONS }, () => createSharedConnection(pool));

  function query(statement: unknown, ...rest: unknown[]): unknown {
    const isPlain = typeof statement === 'object' && rest.length === 0;
    const [first, ...others] = isPlain ? shared.filter((connection) => !connection.isBlocked()) : [];
    if (!first || pool.ending) return ownQuery(statement, ...rest);
    const idlest = others.reduce(
      (best, next) => (next.getPending() < best.getPending() ? next : best),
      first,
    );
    return idlest.query(statement as pg.QueryConfig);
  }

  async function end(): Promise<void> {
    await Promise.all([ownEnd(), ...shared.map((connection) => connection.end())]);
  }
  return Object.assign(pool, { query, end }) as pg.Pool;
}
