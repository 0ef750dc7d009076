import type { ClientBase } from 'pg';

/** Reads the rows of a query that has already been started. */
export type RowReader = <Row extends object>(select: string) => AsyncIterable<Row>;

const PAGE_SIZE = 10_000;

/**
 * Starts queries in a snapshot, one after the other, and returns a function that reads their rows. PostgreSQL keeps
 * the rows in cursors that outlive their transactions. PostgreSQL can therefore work while the caller does something
 * else, and holds no table locks afterwards. The rows use no memory in this process. The cursors end with the
 * connection.
 * @param snapshot from `pg_export_snapshot()`; its transaction must stay open until all rows are read
 * @param before promise that must settle before the first query starts; if it rejects, no query starts
 */
export function startQueries(
  client: ClientBase,
  snapshot: string,
  selects: readonly string[],
  before: Promise<unknown>,
): RowReader {
  const queries = new Map<string, { readonly cursor: string; readonly storedPromise: Promise<void> }>();

  async function startQuery(
    select: string,
    cursor: string,
    previousPromise: Promise<unknown>,
  ): Promise<void> {
    await previousPromise;
    // The planner optimizes cursors for their first rows, but all are needed.
    // One message is one transaction. Without BEGIN, an error ends it before the next message, which may already be queued.
    await client.query(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET TRANSACTION SNAPSHOT '${snapshot}';
      SET LOCAL cursor_tuple_fraction = 1;
      DECLARE ${cursor} NO SCROLL CURSOR WITH HOLD FOR ${select}`);
  }

  async function* readRows(select: string): AsyncGenerator<object> {
    const query = queries.get(select);
    if (!query) throw new Error(`this query was not started: ${select}`);
    await query.storedPromise;
    for (;;) {
      const { rows } = await client.query<object>(`FETCH ${PAGE_SIZE} FROM ${query.cursor}`);
      yield* rows;
      if (rows.length < PAGE_SIZE) break;
    }
    await client.query(`CLOSE ${query.cursor}`);
  }

  let previousPromise = before;
  for (const select of selects) {
    const cursor = `checked_${queries.size}`;
    const storedPromise = startQuery(select, cursor, previousPromise);
    queries.set(select, { cursor, storedPromise });
    // The reader receives the error. The next query starts nevertheless, unless `before` has rejected.
    previousPromise = storedPromise.catch(() => before);
  }
  previousPromise.catch(() => {});
  return readRows as RowReader;
}
