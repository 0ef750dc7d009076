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
  let connectionPromise: Promise<Connection> | null = null;
  let pendingCount = 0;
  /** Time at which the oldest pending statement became the next one to be processed, in ms. */
  let oldestPendingSince = 0;
  let isCorked = false;

  function discard(connection: Promise<Connection>): void {
    if (connectionPromise === connection) connectionPromise = null;
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
    const ownPromise = connectionPromise;
    client.on('error', () => ownPromise && discard(ownPromise));
    client.on('end', () => ownPromise && discard(ownPromise));
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
    if (connectionPromise) return connectionPromise;
    const connection = Promise.resolve().then(openConnection);
    connectionPromise = connection;
    connection.catch(() => discard(connection));
    return connection;
  }

  /**
   * Delays sending until the end of the turn. Otherwise each statement would be a packet of its own, and
   * sending it would take longer than the rest of the query.
   */
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
    getPending: (): number => pendingCount,
    isBlocked: (): boolean =>
      pendingCount >= MAX_PENDING ||
      (pendingCount > 0 && performance.now() - oldestPendingSince > MAX_BLOCKED_MS),
    async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      if (pendingCount === 0) oldestPendingSince = performance.now();
      pendingCount += 1;
      try {
        const { client, socket } = await connect();
        sendTogether(socket);
        return await client.query(statement);
      } finally {
        pendingCount -= 1;
        oldestPendingSince = performance.now();
      }
    },
    async end(): Promise<void> {
      const connection = await connectionPromise?.catch(() => null);
      await connection?.client.end();
    },
  };
}

/**
 * Creates a pool whose `query` sends statements on a few connections in pipeline mode, which takes less than
 * two thirds of the CPU time of separate connections. A slow statement delays the statements sent after it on
 * the same connection; new statements then use the other shared connections, and finally those of the pool. Do
 * not use it for statements that wait for locks of a transaction in this process: the transaction could wait
 * for a later statement on the same connection, which is a deadlock.
 */
export function createPipelinedPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  const queryPool = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const endPool = pool.end.bind(pool);
  const sharedConnections = Array.from({ length: SHARED_CONNECTIONS }, () => createSharedConnection(pool));

  function query(statement: unknown, ...rest: unknown[]): unknown {
    const isPlain = typeof statement === 'object' && rest.length === 0;
    const [firstFree, ...otherFree] = isPlain
      ? sharedConnections.filter((connection) => !connection.isBlocked())
      : [];
    if (!firstFree || pool.ending) return queryPool(statement, ...rest);
    const leastBusy = otherFree.reduce(
      (leastBusy, candidate) => (candidate.getPending() < leastBusy.getPending() ? candidate : leastBusy),
      firstFree,
    );
    return leastBusy.query(statement as pg.QueryConfig);
  }

  async function end(): Promise<void> {
    await Promise.all([endPool(), ...sharedConnections.map((connection) => connection.end())]);
  }
  return Object.assign(pool, { query, end }) as pg.Pool;
}
