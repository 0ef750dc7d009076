import type { Post } from '../../contract/shapes.ts';
import type { Instant } from '../../domain/kernel/ids.ts';
import type { ColumnType, Row } from '../engine/definition.ts';

/** Columns for tables with content that staff can take down. */
export const TAKEN_DOWN_COLUMNS: Readonly<Record<keyof typeof NOT_TAKEN_DOWN, ColumnType>> = {
  taken_down_at: 'timestamptz',
  taken_down_reason: 'text',
};

/** Column values of content that is not taken down. */
export const NOT_TAKEN_DOWN = { taken_down_at: null, taken_down_reason: null } satisfies Row;

/** Maps a take-down event to column values. */
export const toTakenDownValues = ({
  occurredAt,
  reason = '',
}: {
  readonly occurredAt: Instant;
  readonly reason?: string;
}): Row => ({ taken_down_at: occurredAt, taken_down_reason: reason });

/** A row with the take-down columns. */
export interface TakenDownRow {
  readonly taken_down_at: Date | null;
  readonly taken_down_reason: string | null;
}

/** Maps a row to the `takenDown` field. Returns no field if the content is not taken down. */
export const toTakenDownField = (row: TakenDownRow): Pick<Post, 'takenDown'> =>
  row.taken_down_at
    ? { takenDown: { reason: row.taken_down_reason ?? '', dateTime: row.taken_down_at.toISOString() } }
    : {};

/** Returns SQL for the take-down columns of a row. */
export const selectTakenDown = (row: string): string => `${row}.taken_down_at, ${row}.taken_down_reason`;

/**
 * Returns an SQL condition: a row is not taken down, or the current user is staff or the row's author.
 * @param isStaff SQL for whether the current user is staff
 * @param viewerId SQL for the current user's id
 */
export const isNotTakenDownFor = (row: string, author: string, isStaff: string, viewerId: string): string =>
  `(${row}.taken_down_at IS NULL OR ${isStaff} OR ${author} = ${viewerId})`;
