import type { ClientBase, Pool } from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { actionsCheck } from './actions.ts';
import { animalsCheck } from './animals.ts';
import { campaignsCheck } from './campaigns.ts';
import { cancellationOrdersCheck } from './cancellation-orders.ts';
import type { Check, Checkpoints } from './check.ts';
import { conversationsCheck } from './conversations.ts';
import { hiddenCheck } from './hidden.ts';
import { ledgerCheck } from './ledger.ts';
import { notificationsCheck } from './notifications.ts';
import type { Problem } from './problem.ts';
import { reportsCheck } from './reports.ts';
import { socialCheck } from './social.ts';
import { trailsCheck } from './trails.ts';

/** Result of the comparison. */
export interface LogCheck {
  /** Head of the log at the start. */
  readonly position: Position;
  readonly checked: { readonly events: number; readonly [kind: string]: number };
  readonly problems: readonly Problem[];
}

const PAGE = 5_000;

/**
 * Recomputes everything from the log, read once, and compares it with the read models, each at its checkpoint at the
 * start. Later events are ignored. If a rebuild swaps tables during the check, it starts over. The signal stops it.
 */
export async function checkAgainstLog(
  pool: Pool,
  log: EventLog,
  onProgress: (events: number) => void,
  signal?: AbortSignal,
): Promise<LogCheck> {
  for (;;) {
    const check = await checkOnce(pool, log, onProgress, signal);
    if (check) return check;
  }
}

/** Null if a read model was swapped during the check. */
async function checkOnce(
  pool: Pool,
  log: EventLog,
  onProgress: (events: number) => void,
  signal: AbortSignal | undefined,
): Promise<LogCheck | null> {
  const client = await pool.connect();
  try {
    const tables = await tablesNow(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The transaction is idle while the log is read.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const position = await log.head();
    const checks = await checksFor(client, position);
    const events = await takeAll(log, checks, (events) => {
      signal?.throwIfAborted();
      onProgress(events);
    });
    const problems: Problem[] = [];
    for (const check of checks) {
      signal?.throwIfAborted();
      problems.push(...(await check.compare(client)));
    }
    if ((await tablesNow(client)) !== tables) return null;
    const checked: LogCheck['checked'] = Object.assign({ events }, ...checks.map((check) => check.checked()));
    return { position, checked, problems };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}

async function checksFor(client: ClientBase, head: Position): Promise<readonly Check[]> {
  const checkpoints = await checkpointsNow(client);
  return [
    socialCheck(checkpoints),
    conversationsCheck(checkpoints),
    ledgerCheck(checkpoints, head),
    campaignsCheck(checkpoints),
    cancellationOrdersCheck(checkpoints),
    animalsCheck(checkpoints),
    hiddenCheck(checkpoints),
    reportsCheck(checkpoints),
    actionsCheck(checkpoints),
    notificationsCheck(checkpoints),
    await trailsCheck(client),
  ];
}

/** Identifies the current read model tables; to_regclass sees beyond the transaction's snapshot. */
async function tablesNow(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ tables: string }>(
    `SELECT string_agg(coalesce(to_regclass(format('read.%I', relname))::oid::text, 'none'), ' ' ORDER BY relname)
       AS tables
     FROM pg_class WHERE relnamespace = to_regnamespace('read') AND relkind = 'r'`,
  );
  return rows[0]?.tables ?? '';
}

async function checkpointsNow(client: ClientBase): Promise<Checkpoints> {
  const { rows } = await client.query<{ projection: string; position: string }>(
    'SELECT projection, position FROM engine.checkpoints',
  );
  const positions = new Map(rows.map(({ projection, position }) => [projection, Number(position)]));
  return (projection) => positions.get(projection) ?? 0;
}

/** Passes every event to the checks of its type. Returns the number of events. */
async function takeAll(
  log: EventLog,
  checks: readonly Check[],
  onProgress: (events: number) => void,
): Promise<number> {
  const until = Math.max(...checks.map((check) => check.until));
  const takers = takersOf(checks);
  let taken = 0;
  for await (const events of pagesOf(log, until)) {
    for (const event of events) for (const take of takers.get(event.type) ?? []) take(event);
    taken += events.length;
    onProgress(taken);
  }
  return taken;
}

function takersOf(checks: readonly Check[]): ReadonlyMap<string, readonly Check['take'][]> {
  const takers = new Map<string, Check['take'][]>();
  for (const { types, take } of checks)
    for (const type of types) takers.set(type, [...(takers.get(type) ?? []), take]);
  return takers;
}

/** Reads the log up to a position in pages; the next page is prefetched. */
async function* pagesOf(log: EventLog, until: Position): AsyncGenerator<readonly RecordedEvent[]> {
  const read = (after: Position) => log.readAll({ after, limit: PAGE });
  let next = until > 0 ? read(0) : null;
  while (next) {
    const page = await next;
    const last = page.at(-1)?.position ?? until;
    next = page.length === PAGE && last < until ? read(last) : null;
    // The consumer of the page receives the error.
    next?.catch(() => {});
    yield last <= until ? page : page.filter(({ position }) => position <= until);
  }
}
