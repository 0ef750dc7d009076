import type { Socket } from 'node:net';
import pg from 'pg';
import { createPipelinedConnection } from './pipelined-connection.ts';

/** Number of shared connections. With more, fewer statements would share a packet. */
const SHARED_CONNECTIONS = 4;
/** Duration of a statement, in milliseconds, after which its connection gets no further ones until it has ended. */
const MAX_BLOCKED_MS = 100;
const MAX_PENDING = 50;

/** Sends all statements from one turn of the event loop together, without waiting for earlier responses. */
function createSharedConnection(pool: pg.Pool) {
  const connection = createPipelinedConnection(pool);
  let pendingCount = 0;
  /** Time at which the server could start to process the oldest pending statement, in milliseconds. */
  let oldestPendingSince = 0;
  let isCorked = false;

  /** Delays sending until the end of the turn. A packet per statement would take longer than the rest of the query. */
  function corkUntilEndOfTurn(socket: Socket): void {
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
        const { client, socket } = await connection.open();
        corkUntilEndOfTurn(socket);
        return await client.query(statement);
      } finally {
        pendingCount -= 1;
        oldestPendingSince = performance.now();
      }
    },
    end: connection.end,
  };
}

/**
 * Creates a pool whose `query` sends statements through a few connections in pipeline mode. This takes less
 * than two thirds of the CPU time that separate connections would take. A slow statement delays the
 * statements that were sent after it on the same connection. New statements then use the other shared
 * connections, and finally those of the pool. Do not use the pool for statements that wait for locks held by
 * a transaction in this process. The transaction could wait for a later statement on the same connection,
 * which is a deadlock.
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
