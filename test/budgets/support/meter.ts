import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { noTracing, type Tracing } from '../../../domain/ports/tracing.ts';

/** Traffic of requests to PostgreSQL since the last reset. */
export interface Traffic {
  /** SQL statements, including BEGIN and COMMIT. */
  readonly statements: number;
  /** Round trips to PostgreSQL. Statements that are sent together share one. */
  readonly roundTrips: number;
  /** Pages of tables and indexes that the statements read, cached or not. */
  readonly buffers: number;
}

/** Counts the statements of requests on one pool, without background work of the same process. */
export interface Meter {
  readonly pool: pg.Pool;
  /** Tracing under which the statements of requests are counted. */
  readonly tracing: Tracing;
  /** Runs other counted work, such as a frame of a socket. */
  readonly count: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly reset: () => void;
  readonly getTraffic: () => Traffic;
  /** Returns the positions that were announced with NOTIFY since the last reset. */
  readonly getAnnouncedPositions: () => readonly number[];
  /** Whether no counted statement is in progress. */
  readonly isIdle: () => boolean;
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  /** Child nodes, whose blocks this node includes. */
  readonly Plans?: readonly PlanNode[];
}

const NOTIFY_STATEMENT = 'SELECT pg_notify($1, $2)';
const ANNOUNCEMENT_CHANNEL = 'log_appended';
/** Name of the statement that polls the checkpoints when messages about them are late, which depends on timing. */
const CHECKPOINT_POLL = 'checkpoints';
/** Table whose number of pages depends on background work. */
const BACKGROUND_TABLE = 'checkpoints';

const getBlocks = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function getBackgroundBlocks(node: PlanNode): number {
  return node['Relation Name'] === BACKGROUND_TABLE
    ? getBlocks(node)
    : sum((node.Plans ?? []).map(getBackgroundBlocks));
}

/**
 * Returns the number of buffers in a notice of auto_explain, without those of the background table; 0 for other
 * notices.
 */
function getBuffers(message = ''): number {
  const start = message.indexOf('{');
  if (!message.startsWith('duration:') || start < 0) return 0;
  const { Plan: plan } = JSON.parse(message.slice(start)) as { readonly Plan: PlanNode };
  return getBlocks(plan) - getBackgroundBlocks(plan);
}

/**
 * Makes PostgreSQL report the buffers of each statement as a notice, and plan as for frequently executed statements.
 */
const REPORT_BUFFERS = `
  LOAD 'auto_explain';
  SET auto_explain.log_min_duration = 0;
  SET auto_explain.log_analyze = on;
  SET auto_explain.log_timing = off;
  SET auto_explain.log_buffers = on;
  SET auto_explain.log_format = json;
  SET auto_explain.log_level = notice;
  SET plan_cache_mode = force_generic_plan`;

/** Adds the callback variant of pg's functions. */
const withCallback =
  (work: (...args: unknown[]) => Promise<unknown>) =>
  (...args: unknown[]): Promise<unknown> => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return work(...args);
    return work(...args.slice(0, -1)).then((value) => callback(undefined, value), callback as never);
  };

/**
 * Opens a pool with a single connection, so that every statement finds its plan and tables in the caches of that
 * connection.
 * @param ownerUrl connection address of a superuser, because only a superuser may load auto_explain
 */
export function createMeter(ownerUrl: string): Meter {
  const countedWork = new AsyncLocalStorage<true>();
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    onConnect: async (client) => void (await client.query(REPORT_BUFFERS)),
  });
  const clients = new WeakSet<pg.PoolClient>();
  let statements = 0;
  let buffers = 0;
  let announcedPositions: number[] = [];
  let isCountedStatement = false;
  let pendingCount = 0;
  let roundTrips = 0;

  /** Counts from requesting a connection to the response, because parallel statements wait for the connection. */
  async function roundTrip<Result>(work: () => Promise<Result>): Promise<Result> {
    if (pendingCount === 0) roundTrips += 1;
    pendingCount += 1;
    try {
      return await work();
    } finally {
      pendingCount -= 1;
    }
  }

  function meterClient(client: pg.PoolClient): pg.PoolClient {
    if (clients.has(client)) return client;
    clients.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    client.on('notice', ({ message }) => {
      if (isCountedStatement) buffers += getBuffers(message);
    });
    client.query = withCallback(async (...args) => {
      const [config] = args as [string | pg.QueryConfig];
      const { name, text, values = [] } = typeof config === 'string' ? { text: config } : config;
      if (text === NOTIFY_STATEMENT && values[0] === ANNOUNCEMENT_CHANNEL)
        announcedPositions.push(Number(values[1]));
      const isCounted = countedWork.getStore() && text !== NOTIFY_STATEMENT && name !== CHECKPOINT_POLL;
      if (!isCounted) return query(...args);
      statements += 1;
      return roundTrip(async () => {
        isCountedStatement = true;
        try {
          return await query(...args);
        } finally {
          isCountedStatement = false;
        }
      });
    }) as unknown as typeof client.query;
    return client;
  }

  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = withCallback(async () => meterClient(await connect())) as unknown as typeof pool.connect;
  pool.query = (async (...args: [pg.QueryConfig]) => {
    const isCounted = countedWork.getStore() && args[0].name !== CHECKPOINT_POLL;
    const work = async () => {
      const client = await pool.connect();
      try {
        return await client.query(...args);
      } finally {
        client.release();
      }
    };
    return isCounted ? roundTrip(work) : work();
  }) as typeof pool.query;

  const count = <Result>(work: () => Promise<Result>): Promise<Result> => countedWork.run(true, work);

  return {
    pool,
    tracing: { ...noTracing, span: (name, start, work) => count(() => noTracing.span(name, start, work)) },
    count,
    reset() {
      statements = 0;
      roundTrips = 0;
      buffers = 0;
      announcedPositions = [];
    },
    getTraffic: () => ({ statements, roundTrips, buffers }),
    getAnnouncedPositions: () => announcedPositions,
    isIdle: () => pendingCount === 0,
  };
}
