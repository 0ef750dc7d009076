import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import { SUSPENSION_HAS_ENDED } from '../../common/account-state-sql.ts';
import { createLruCache } from '../../common/lru-cache.ts';
import type { Statement } from '../../projections/queryable.ts';
import { projections } from '../../projections/registry.ts';

/** Null if the result of a statement depends on anything else than projections. */
type RecordedReads = Set<string> | null;

/** Records which projections the statements of an operation read. */
export interface ReadRecorder {
  readonly pool: Pool;
  /** `reads` is null if the result also depends on anything else, such as private data or the current time. */
  readonly record: <Result>(
    operation: () => Promise<Result>,
  ) => Promise<{ readonly result: Result; readonly reads: ReadonlySet<string> | null }>;
}

const MAX_CACHED_STATEMENTS = 500;

const PROJECTION_BY_TABLE: ReadonlyMap<string, string> = new Map(
  projections.flatMap(({ name, tables }) => tables.map((table) => [`read.${table.name}`, name] as const)),
);

/** Matches schema-qualified tables and functions. */
const TABLE_PATTERN = /\b(?:read|engine|private|log|trail|simulator|rebuild)\.\w+/g;
/** Cached reads may use this table, because checkpoints change in the same transaction as the rows. */
const CHECKPOINTS_TABLE = 'engine.checkpoints';
const TIME_PATTERN = /\b(?:now|clock_timestamp|random)\s*\(|\bcurrent_(?:date|time)/i;

/**
 * Returns the projections whose tables a statement reads, or null if its result depends on anything else. The check for
 * ended suspensions is ignored, because the cache limits the age of responses.
 */
export function findReadProjections(text: string): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const [table] of text.matchAll(TABLE_PATTERN)) {
    const name = PROJECTION_BY_TABLE.get(table);
    if (name) names.add(name);
    else if (table !== CHECKPOINTS_TABLE) return null;
  }
  return names.size === 0 || TIME_PATTERN.test(text.replaceAll(SUSPENSION_HAS_ENDED, '')) ? null : names;
}

/** Creates a recorder for the statements that run on a pool. */
export function createReadRecorder(pool: Pool): ReadRecorder {
  const readsStorage = new AsyncLocalStorage<{ reads: RecordedReads }>();
  let activeOperationCount = 0;
  const readsByText = createLruCache<{ readonly names: ReadonlySet<string> | null }>(MAX_CACHED_STATEMENTS);

  function findReads(text: string): ReadonlySet<string> | null {
    const entry = readsByText.get(text) ?? { names: findReadProjections(text) };
    readsByText.set(text, entry);
    return entry.names;
  }

  function recordStatement(statement: Statement | string): void {
    const operation = readsStorage.getStore();
    if (!operation) return;
    const names = findReads(typeof statement === 'string' ? statement : statement.text);
    if (names === null) operation.reads = null;
    else for (const name of names) operation.reads?.add(name);
  }

  const query = (statement: Statement | string, ...otherArguments: unknown[]): unknown => {
    recordStatement(statement);
    return (pool.query as (...args: unknown[]) => unknown).call(pool, statement, ...otherArguments);
  };
  return {
    pool: Object.create(pool, { query: { value: query } }) as Pool,
    record: async (operation) => {
      const store = { reads: new Set() as RecordedReads };
      activeOperationCount += 1;
      try {
        const result = await readsStorage.run(store, operation);
        return { result, reads: store.reads };
      } finally {
        activeOperationCount -= 1;
        // An enabled AsyncLocalStorage slows down every promise of the process.
        if (activeOperationCount === 0) readsStorage.disable();
      }
    },
  };
}
