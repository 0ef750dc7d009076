import type { ClientBase, Pool } from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { createSharedEntries } from '../../../domain/ledger/journal.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { getTrailPosition } from '../../../projections/crowdfunding/coin-trail/query.ts';
import { createActionsCheck } from './actions.ts';
import { createAnimalsCheck } from './animals.ts';
import { createOrdersCheck } from './cancellation-orders.ts';
import type { Check, GetCheckpoint } from './check.ts';
import { createConversationsCheck } from './conversations.ts';
import { createCrowdfundingsCheck } from './crowdfundings.ts';
import { createHiddenContentCheck } from './hidden.ts';
import { createLedgerCheck } from './ledger.ts';
import { createNotificationsCheck } from './notifications.ts';
import { MAX_PROBLEMS, type Problem, UNREADABLE } from './problem.ts';
import { createReportsCheck } from './reports.ts';
import { createSavedSearchesCheck } from './saved-searches.ts';
import { createSearchCheck } from './search.ts';
import { createSocialCheck } from './social.ts';
import { startQueries } from './start-queries.ts';
import { createTrailsCheck } from './trails.ts';

/** Result of comparing the read models with the log. */
export interface LogCheckResult {
  /** Head of the log when the check started. */
  readonly position: Position;
  readonly checked: { readonly events: number; readonly [kind: string]: number };
  /** The first problems, at most `MAX_PROBLEMS`. */
  readonly problems: readonly Problem[];
}

/** Number of events per page. It is small because a minor garbage collection copies all events of the current page. */
const PAGE_SIZE = 2_000;

/**
 * Reads the log once and recomputes the content of all read models. Compares the result with each read model as of
 * its checkpoint at the start, and ignores later events. Starts again if a rebuild swaps tables during the check.
 * @param chains promise of the check of the hash chains. The queries of the read models start after it: with more work in
 * PostgreSQL at a time, this process, which takes longest, would have to share its core.
 */
export async function checkAgainstLog(
  pool: Pool,
  log: EventLog,
  onProgress: (events: number) => void,
  chains: Promise<unknown> = Promise.resolve(),
  signal?: AbortSignal,
): Promise<LogCheckResult> {
  for (;;) {
    const check = await checkOnce(pool, log, onProgress, chains, signal);
    if (check) return check;
  }
}

/** Runs the checks once. Returns null if a read model was swapped while they ran. */
async function checkOnce(
  pool: Pool,
  log: EventLog,
  onProgress: (events: number) => void,
  chains: Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<LogCheckResult | null> {
  const client = await pool.connect();
  try {
    const tables = await readTableIds(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The transaction is idle while the log is read.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const position = await log.head();
    const checks = await createChecks(client, log, position);
    const rowsClient = await pool.connect();
    try {
      const selects = checks.flatMap((check) => check.selects);
      const readRows = startQueries(rowsClient, await exportSnapshot(client), selects, chains);
      const events = await processAll(log, checks, (events) => {
        signal?.throwIfAborted();
        onProgress(events);
      });
      const problems: Problem[] = [];
      for (const check of checks) {
        signal?.throwIfAborted();
        const foundProblems = await check.compare(readRows).catch(toUnreadableProblems);
        problems.push(...foundProblems.slice(0, MAX_PROBLEMS - problems.length));
      }
      if ((await readTableIds(client)) !== tables) return null;
      const checked: LogCheckResult['checked'] = Object.assign(
        { events },
        ...checks.map((check) => check.countChecked()),
      );
      return { position, checked, problems };
    } finally {
      // Ends its queries and cursors.
      rowsClient.release(true);
    }
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}

/** SQLSTATEs undefined_table and undefined_column. */
const MISSING_SCHEMA = /^(42P01|42703)$/;

/**
 * Returns the problem of a check whose table or column is missing. The other checks can continue.
 * @throws other errors
 */
function toUnreadableProblems(error: Error & { readonly code?: string }): readonly Problem[] {
  const { code = '', message } = error;
  if (!MISSING_SCHEMA.test(code)) throw error;
  const subject = /"([^"]+)"/.exec(message)?.[1] ?? 'a read model';
  return [{ kind: UNREADABLE, subject, expected: 'the table of the migrations', actual: message }];
}

async function createChecks(client: ClientBase, log: EventLog, head: Position): Promise<readonly Check[]> {
  const getCheckpoint = await readCheckpoints(client);
  const mapToEntry = createSharedEntries();
  return [
    createTrailsCheck(await getTrailPosition(client), mapToEntry),
    createSocialCheck(getCheckpoint),
    createConversationsCheck(getCheckpoint),
    createLedgerCheck(getCheckpoint, head, { log, client, mapToEntry }),
    createCrowdfundingsCheck(getCheckpoint),
    createOrdersCheck(getCheckpoint),
    createAnimalsCheck(getCheckpoint),
    createSavedSearchesCheck(getCheckpoint),
    createSearchCheck(getCheckpoint),
    createHiddenContentCheck(getCheckpoint),
    createReportsCheck(getCheckpoint),
    createActionsCheck(getCheckpoint),
    createNotificationsCheck(getCheckpoint),
  ];
}

/**
 * Returns a string that identifies the read models' current tables. `to_regclass` ignores the transaction's snapshot.
 */
async function readTableIds(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ tables: string }>(
    `SELECT string_agg(coalesce(to_regclass(format('read.%I', relname))::oid::text, 'none'), ' ' ORDER BY relname)
       AS tables
     FROM pg_class WHERE relnamespace = to_regnamespace('read') AND relkind = 'r'`,
  );
  return rows[0]?.tables ?? '';
}

async function exportSnapshot(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  return rows[0]?.snapshot ?? '';
}

async function readCheckpoints(client: ClientBase): Promise<GetCheckpoint> {
  const { rows } = await client.query<{ projection: string; position: string }>(
    'SELECT projection, position FROM engine.checkpoints',
  );
  const positions = new Map(rows.map(({ projection, position }) => [projection, Number(position)]));
  return (projection) => positions.get(projection) ?? 0;
}

/** Passes each event to the checks for its type. Returns the number of events. */
async function processAll(
  log: EventLog,
  checks: readonly Check[],
  onProgress: (events: number) => void,
): Promise<number> {
  const until = Math.max(...checks.map((check) => check.until));
  const handlersByType = groupByEventType(checks);
  let eventCount = 0;
  for await (const events of readPages(log, until)) {
    for (const event of events)
      for (const processEvent of handlersByType.get(event.type) ?? []) processEvent(event);
    eventCount += events.length;
    onProgress(eventCount);
  }
  return eventCount;
}

function groupByEventType(checks: readonly Check[]): ReadonlyMap<string, readonly Check['processEvent'][]> {
  const handlersByType = new Map<string, Check['processEvent'][]>();
  for (const { types, processEvent } of checks)
    for (const type of types) handlersByType.set(type, [...(handlersByType.get(type) ?? []), processEvent]);
  return handlersByType;
}

/** Reads the log in pages, up to a position. Prefetches the next page. */
async function* readPages(log: EventLog, until: Position): AsyncGenerator<readonly RecordedEvent[]> {
  const readPage = (after: Position) => log.readAll({ after, limit: PAGE_SIZE });
  let nextPage = until > 0 ? readPage(0) : null;
  while (nextPage) {
    const page = await nextPage;
    const lastPosition = page.at(-1)?.position ?? until;
    nextPage = page.length === PAGE_SIZE && lastPosition < until ? readPage(lastPosition) : null;
    // The consumer of the page receives the error.
    nextPage?.catch(() => {});
    yield lastPosition <= until ? page : page.filter(({ position }) => position <= until);
  }
}
