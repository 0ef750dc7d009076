import type { QueryResult, QueryResultRow } from 'pg';
import type { AccountId } from '../domain/kernel/ids.ts';
import { FIRST_ID } from './paging.ts';

/** An SQL statement. The server caches the plan of a named statement. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/**
 * Creates the statement of a page that starts after `skip` rows. A cached plan ignores the offset, so only
 * statements without an offset are named.
 */
export const createPageStatement = (
  name: string,
  text: string,
  values: unknown[],
  skip: number,
): Statement =>
  skip === 0
    ? { name, text, values }
    : { text: `${text} OFFSET $${values.length + 1}`, values: [...values, skip] };

/** A pool or client of `pg`. */
export interface Queryable {
  readonly query: <R extends QueryResultRow>(statement: Statement) => Promise<QueryResult<R>>;
}

/**
 * Returns an SQL column with the position of the read models that a statement reads: the smallest one if
 * there are several. A checkpoint moves in the transaction that writes the rows, so both are consistent
 * within one statement.
 */
export const selectReadPosition = (...projections: readonly string[]): string => `(
  SELECT min(position) FROM engine.checkpoints
  WHERE projection IN (${projections.map((name) => `'${name}'`).join(', ')})
  HAVING count(*) = ${projections.length}) AS read_position`;

/** A row with the read position; null until all its projections have a checkpoint. */
export interface PositionedRow {
  readonly read_position: string | null;
}

/** The reader of a query. Staff also see hidden accounts and their content. */
export interface Viewer {
  readonly id: AccountId;
  readonly isStaff: boolean;
}

/** Id of visitors as viewers. It belongs to no account. */
const VISITOR_ID = FIRST_ID;

/** Viewer with the rights of staff and without an account: the system and its operators. */
export const SYSTEM_VIEWER: Viewer = { id: VISITOR_ID, isStaff: true };

/** Returns the id of the viewer as a query parameter; visitors have an id that belongs to no account. */
export const getViewerId = (viewer: Viewer | null): AccountId => viewer?.id ?? VISITOR_ID;

/** Returns whether the viewer sees hidden accounts and content; false for visitors. */
export const canSeeHidden = (viewer: Viewer | null): boolean => viewer?.isStaff ?? false;
