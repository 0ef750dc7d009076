import {
  type BackendFactory,
  createRedisBackend,
  type IQueueBackend,
  PostgresConnection,
  PostgresQueueBackend,
} from 'bullmq';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { inTransaction } from '../../common/transaction.ts';
import { handleConnectionErrors } from '../connection-errors.ts';

type Connection = Redis | pg.Pool;

/** Connects a process to a server that stores jobs. */
export interface JobServer {
  readonly backend: BackendFactory<IQueueBackend, Connection>;
  readonly connection: Connection;
  readonly connectWorker: () => WorkerConnection;
  /** Runs `write` in one process at a time. With concurrent writes, BullMQ would create one job per write. */
  readonly schedule: (write: () => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface WorkerConnection {
  readonly connection: Connection;
  /** Calls the listener each time Redis is connected. For PostgreSQL, calls it once, immediately. */
  readonly onConnect: (listener: () => void) => void;
  /** Returns whether the server is unreachable. If it is, jobs cannot be completed. */
  readonly isUnreachable: () => boolean;
  readonly close: () => void;
}

/** Creates a job server on Redis. The caller owns the connection. Workers open separate connections. */
export const createRedisServer = (redis: Redis): JobServer => ({
  backend: createRedisBackend as BackendFactory<IQueueBackend, Connection>,
  connection: redis,
  connectWorker() {
    const connection = redis.duplicate({ maxRetriesPerRequest: null, lazyConnect: false });
    // The worker reports the errors of its connection.
    connection.on('error', () => {});
    return {
      connection,
      onConnect: (listener) => connection.on('ready', listener),
      isUnreachable: () => connection.status !== 'ready',
      close: () => connection.disconnect(),
    };
  },
  // Redis executes scripts one at a time.
  schedule: (write) => write(),
  close: async () => {},
});

/** Schema for BullMQ's tables, which Kindra's migrations create and update. */
const SCHEMA = 'bullmq';
/** Each worker uses one connection to listen, and another one while it writes schedules. */
const MAX_CONNECTIONS = 4;
/**
 * Advisory lock key; arbitrary but unique in Kindra. Must never change, because workers of two versions run at the same
 * time during an update.
 */
const SCHEDULE_LOCK_KEY = 725531002;

/** Skips BullMQ's schema check, because BullMQ would cache an outage as a failed check. */
class MigratedConnection extends PostgresConnection {
  override async waitUntilReady(): Promise<void> {}
}

/** Creates a job server on the same database as a pool. It uses separate connections. */
export function createPostgresServer({ options }: pg.Pool): JobServer {
  const pool = new pg.Pool({
    ...options,
    password: options.password,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    onConnect: async (client) => {
      await options.onConnect?.(client);
      await client.query(`SET search_path = ${SCHEMA}`);
    },
  });
  handleConnectionErrors(pool);
  return {
    backend: (name, options) =>
      new PostgresQueueBackend(new MigratedConnection(pool), name, { ...options, connection: pool }),
    connection: pool,
    connectWorker: () => ({
      connection: pool,
      onConnect: (listener) => listener(),
      isUnreachable: () => false,
      close: () => {},
    }),
    schedule: (write) =>
      inTransaction(pool, async (client) => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEDULE_LOCK_KEY]);
        await write();
      }),
    close: () => pool.end(),
  };
}
