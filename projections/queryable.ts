import type { QueryResult, QueryResultRow } from 'pg';
import { toSqlList } from '../common/sql-list.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import { FIRST_ID } from './paging.ts';

/** An SQL statement. If it has a name, PostgreSQL caches its plan. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  /** Maximum duration in milliseconds, if it differs from that of the connection. */
  readonly query_timeout?: number;
}

/** Creates the statement for a page. With an offset it has no name, because a cached plan ignores the offset. */
export const createPageStatement = (
  name: string,
  text: string,
  values: unknown[],
  skip: number,
): Statement =>
  skip === 0
    ? { name, text, values }
    : { text: `${text} OFFSET $${values.length + 1}`, values: [...values, skip] };

/** A `pg` pool or client. */
export interface Queryable {
  readonly query: <R extends QueryResultRow>(statement: Statement) => Promise<QueryResult<R>>;
}

/** Runs a statement with one column. Returns the value of each row. */
export async function queryColumn<Value>(db: Queryable, statement: Statement): Promise<readonly Value[]> {
  const { rows } = await db.query<Readonly<Record<string, Value>>>(statement);
  const [column = ''] = Object.keys(rows[0] ?? {});
  return rows.map((row) => row[column] as Value);
}

/** Runs a statement with one column and at most one row. Returns its value, or undefined without a row. */
export const queryValue = async <Value>(db: Queryable, statement: Statement): Promise<Value | undefined> =>
  (await queryColumn<Value>(db, statement))[0];

/** Runs a statement like `queryValue`. Returns its value as a number, or 0 without a row. */
export const queryNumber = async (db: Queryable, statement: Statement): Promise<number> =>
  Number((await queryValue<string | number>(db, statement)) ?? 0);

/**
 * Returns an SQL column with the position of the read models that a statement reads. If there are several
 * read models, the column contains the smallest position. Position and rows are consistent within one
 * statement, because a checkpoint moves in the transaction that writes the rows.
 */
export const selectReadPosition = (...projections: readonly string[]): string => `(
  SELECT min(position) FROM engine.checkpoints
  WHERE projection IN (${toSqlList(projections)})
  HAVING count(*) = ${projections.length}) AS read_position`;

/** A row with a read position. The position is null until all projections have a checkpoint. */
export interface PositionedRow {
  readonly read_position: string | null;
}

/** The current user for whom a query runs. Staff also see hidden accounts and their content. */
export interface Viewer {
  readonly id: AccountId;
  readonly isStaff: boolean;
}

/** Viewer id of visitors. It does not belong to any account. */
const VISITOR_ID = FIRST_ID;

/** Viewer for the system and its operators. It has staff rights, but no account. */
export const SYSTEM_VIEWER: Viewer = { id: VISITOR_ID, isStaff: true };

/** Returns the viewer id as a query parameter; for visitors, `VISITOR_ID`. */
export const getViewerId = (viewer: Viewer | null): AccountId => viewer?.id ?? VISITOR_ID;

/** Returns whether the viewer sees hidden accounts and content. Returns false for visitors. */
export const canSeeHidden = (viewer: Viewer | null): boolean => viewer?.isStaff ?? false;
