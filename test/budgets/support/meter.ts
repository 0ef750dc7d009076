import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { noTracing, type Tracing } from '../../../domain/ports/tracing.ts';

/** Database traffic caused by requests since the last reset. */
export interface Traffic {
  /** SQL statements, including BEGIN and COMMIT. */
  readonly statements: number;
  /** Round trips to PostgreSQL. Statements that are sent together share a round trip. */
  readonly roundTrips: number;
  /** Table and index pages that the statements access, cached or not. */
  readonly buffers: number;
}

/** Counts the SQL statements that requests send on a pool and on the connection for appends. Background work in the same process is not counted. */
export interface Meter {
  readonly pool: pg.Pool;
  /** Tracing implementation through which the meter detects requests. */
  readonly tracing: Tracing;
  /** Runs work that is not a request, such as the handling of a socket frame, and counts its statements. */
  readonly count: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly reset: () => void;
  readonly getTraffic: () => Traffic;
  /** Returns the log positions announced with NOTIFY since the last reset. */
  readonly getAnnouncedPositions: () => readonly number[];
  /** Returns whether no counted statement is in progress. */
  readonly isIdle: () => boolean;
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  /** Child nodes. The blocks of this node include theirs. */
  readonly Plans?: readonly PlanNode[];
}

const NOTIFY_STATEMENT = 'SELECT pg_notify($1, $2)';
const ANNOUNCEMENT_CHANNEL = 'log_appended';
/**
 * Name of a statement that is not counted. It polls the checkpoints when their notifications are late, which depends on
 * timing.
 */
const CHECKPOINT_POLL = 'checkpoints';
/** Table whose page count depends on background work. */
const BACKGROUND_TABLE = 'checkpoints';

const getBlocks = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function getBackgroundBlocks(node: PlanNode): number {
  return node['Relation Name'] === BACKGROUND_TABLE
    ? getBlocks(node)
    : sum((node.Plans ?? []).map(getBackgroundBlocks));
}

/**
 * Returns the number of buffers in an auto_explain notice, excluding those of the background table. Returns 0 for other
 * notices.
 */
function getBuffers(message = ''): number {
  const start = message.indexOf('{');
  if (!message.startsWith('duration:') || start < 0) return 0;
  const { Plan: plan } = JSON.parse(message.slice(start)) as { readonly Plan: PlanNode };
  return getBlocks(plan) - getBackgroundBlocks(plan);
}

/**
 * SQL that makes PostgreSQL report each statement's buffers as a notice, and plan each statement as if it ran
 * frequently.
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

/** Adds support for pg's callback API to an async function. */
const withCallback =
  (work: (...args: unknown[]) => Promise<unknown>) =>
  (...args: unknown[]): Promise<unknown> => {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return work(...args);
    return work(...args.slice(0, -1)).then((value) => callback(undefined, value), callback as never);
  };

/**
 * Opens a pool with a single connection, so that its statements share that connection's plan and catalog caches.
 * @param ownerUrl connection URL of a superuser, because only a superuser can load auto_explain
 */
export function createMeter(ownerUrl: string): Meter {
  const countedWork = new AsyncLocalStorage<true>();
  let statements = 0;
  let buffers = 0;
  let announcedPositions: number[] = [];
  let pendingCount = 0;
  let roundTrips = 0;

  /**
   * Counts overlapping calls as one round trip. A call includes the wait for a connection, because parallel statements
   * share one.
   */
  async function roundTrip<Result>(work: () => Promise<Result>): Promise<Result> {
    if (pendingCount === 0) roundTrips += 1;
    pendingCount += 1;
    try {
      return await work();
    } finally {
      pendingCount -= 1;
    }
  }

  /** A connection whose statements are counted. Appends have one that does not belong to the pool. */
  class MeteredClient extends pg.Client {
    private isCountedStatement = false;

    constructor(config?: pg.ClientConfig) {
      super(config);
      this.on('notice', ({ message }) => {
        if (this.isCountedStatement) buffers += getBuffers(message);
      });
    }

    override query = withCallback(async (...args) => {
      const runQuery = super.query as (...args: unknown[]) => Promise<pg.QueryResult>;
      const [config] = args as [string | pg.QueryConfig];
      const { name, text, values = [] } = typeof config === 'string' ? { text: config } : config;
      if (text === NOTIFY_STATEMENT && values[0] === ANNOUNCEMENT_CHANNEL)
        announcedPositions.push(Number(values[1]));
      const isCounted = countedWork.getStore() && text !== NOTIFY_STATEMENT && name !== CHECKPOINT_POLL;
      if (!isCounted) return runQuery.apply(this, args);
      statements += 1;
      return roundTrip(async () => {
        this.isCountedStatement = true;
        try {
          return await runQuery.apply(this, args);
        } finally {
          this.isCountedStatement = false;
        }
      });
    }) as never;
  }

  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    Client: MeteredClient,
    onConnect: async (client) => void (await client.query(REPORT_BUFFERS)),
  });
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
    tracing: {
      ...noTracing,
      runInSpan: (name, start, work) => count(() => noTracing.runInSpan(name, start, work)),
    },
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
