import type { QueryResult, QueryResultRow } from 'pg';
import type { AccountId } from '../domain/kernel/ids.ts';
import { FIRST_ID } from './paging.ts';

/** A statement with its values; with a name the server keeps its plan. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/**
 * A value of a named statement that the planner does not see. The server keeps a plan only if that seems no dearer than
 * planning with the values in sight; where these make a statement look a little cheaper, as the start of a page or the
 * length of an array do, it is planned every time, which may take longer than carrying it out.
 */
export const unseen = (parameter: string, type: string): string => `(SELECT ${parameter}::${type})`;

/** A pool or a client of `pg`. */
export interface Queryable {
  readonly query: <R extends QueryResultRow>(statement: Statement) => Promise<QueryResult<R>>;
}

/** Who reads. Staff also see accounts that are out of sight, and what these wrote. */
export interface Viewer {
  readonly id: AccountId;
  readonly staff: boolean;
}

/** An id that is no account's: it stands before them all. */
const NOBODY = FIRST_ID;

/** Sees what staff see, and is nobody: the system and its operators, who have no account. */
export const staffWithoutAccount: Viewer = { id: NOBODY, staff: true };

/** Id of the reader for a statement; a visitor has one that is no account's. */
export const viewerId = (viewer: Viewer | null): AccountId => viewer?.id ?? NOBODY;

/** Whether the reader sees accounts that are out of sight for others. */
export const seesHidden = (viewer: Viewer | null): boolean => viewer?.staff ?? false;
