import pg from 'pg';
import { createPipelinedConnection } from '../common/pipelined-connection.ts';

const SHARED_CONNECTIONS = 4;
/** Number of waiting statements that are sent although earlier ones are unanswered. Also the maximum size of a batch. */
const FULL_BATCH_SIZE = 8;

/** Durations in milliseconds. */
interface SendTiming {
  /** Time after a batch until fewer statements are sent although it is unanswered. */
  readonly maxWaitMs: number;
  /** Time after which a statement no longer waits for a shared connection. */
  readonly maxBlockedMs: number;
}

const TIMING: SendTiming = { maxWaitMs: 5, maxBlockedMs: 100 };

interface WaitingStatement {
  readonly statement: pg.QueryConfig;
  readonly since: number;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection that sends batches of statements without waiting for responses in between. */
function createSharedConnection(pool: pg.Pool, onIdle: () => void) {
  const connection = createPipelinedConnection(pool);
  let pendingCount = 0;

  function handleResponse(): void {
    pendingCount -= 1;
    if (pendingCount === 0) onIdle();
  }

  async function send(batch: readonly WaitingStatement[]): Promise<void> {
    pendingCount += batch.length;
    try {
      const { client, socket } = await connection.open();
      // A packet per statement would take longer than the rest of the query.
      socket.cork();
      for (const { statement, resolve, reject } of batch) {
        const response = async () => client.query(statement);
        response().then(resolve, reject).finally(handleResponse);
      }
      socket.uncork();
    } catch (error) {
      for (const { reject } of batch) {
        reject(error);
        handleResponse();
      }
    }
  }

  return {
    isIdle: (): boolean => pendingCount === 0,
    send,
    end: connection.end,
  };
}

/**
 * Creates a pool whose `query` sends statements in batches through a few connections in pipeline mode. Statements wait
 * until all earlier ones are answered, 8 of them wait or 5 ms have passed, so that under load fewer packets are sent and
 * server processes woken. Statements of one turn that need not wait are distributed among the connections. A slow
 * statement delays those that follow it in its batch; others use the other shared connections and, after 100 ms, those of
 * the pool. Do not use the pool for statements that wait for locks held by a transaction in this process. The
 * transaction could wait for a later statement on the same connection, which is a deadlock.
 */
export function createPipelinedPool(
  options: pg.PoolConfig,
  { maxWaitMs, maxBlockedMs }: SendTiming = TIMING,
): pg.Pool {
  const pool = new pg.Pool(options);
  const queryPool = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
  const endPool = pool.end.bind(pool);
  const connections = Array.from({ length: SHARED_CONNECTIONS }, () =>
    createSharedConnection(pool, sendWaiting),
  );
  let waitingStatements: WaitingStatement[] = [];
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;
  let retryTimer: NodeJS.Timeout | undefined;

  const isBatchDue = (): boolean =>
    waitingStatements.length >= FULL_BATCH_SIZE ||
    performance.now() - lastSentAt >= maxWaitMs ||
    connections.every((connection) => connection.isIdle());

  const shouldUsePool = (): boolean => performance.now() - (waitingStatements[0]?.since ?? 0) > maxBlockedMs;

  function sendBatch(): void {
    const connection = connections.find(({ isIdle }) => isIdle());
    if (!connection && !shouldUsePool()) return;
    const batch = waitingStatements.slice(0, FULL_BATCH_SIZE);
    waitingStatements = waitingStatements.slice(FULL_BATCH_SIZE);
    lastSentAt = performance.now();
    if (connection) void connection.send(batch);
    else for (const { statement, resolve, reject } of batch) queryPool(statement).then(resolve, reject);
  }

  function sendWaiting(): void {
    for (;;) {
      const { length } = waitingStatements;
      if (length > 0 && isBatchDue()) sendBatch();
      if (waitingStatements.length === length) break;
    }
    if (waitingStatements.length === 0 || retryTimer) return;
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      // Timers can fire a little early.
      lastSentAt = Number.NEGATIVE_INFINITY;
      sendWaiting();
    }, maxWaitMs);
  }

  /** Distributes the statements among all connections, so that PostgreSQL runs them in parallel. */
  function distributeWaiting(): void {
    const batchSize = Math.ceil(waitingStatements.length / connections.length);
    lastSentAt = performance.now();
    for (const connection of connections) {
      const batch = waitingStatements.splice(0, batchSize);
      if (batch.length > 0) void connection.send(batch);
    }
  }

  /** Sends at the end of the turn of the event loop, so that all statements of the turn are sent together. */
  function scheduleSending(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (connections.every((connection) => connection.isIdle())) distributeWaiting();
      else sendWaiting();
    });
  }

  function query(statement: unknown, ...rest: unknown[]): unknown {
    const isPlain = typeof statement === 'object' && rest.length === 0;
    if (!isPlain || pool.ending) return queryPool(statement, ...rest);
    return new Promise((resolve, reject) => {
      waitingStatements.push({
        statement: statement as pg.QueryConfig,
        since: performance.now(),
        resolve,
        reject,
      });
      scheduleSending();
    });
  }

  async function end(): Promise<void> {
    const connection = connections.find(({ isIdle }) => isIdle()) ?? connections[0];
    if (waitingStatements.length > 0) await connection?.send(waitingStatements.splice(0));
    await Promise.all([endPool(), ...connections.map(({ end: endConnection }) => endConnection())]);
    clearTimeout(retryTimer);
  }
  return Object.assign(pool, { query, end }) as pg.Pool;
}
