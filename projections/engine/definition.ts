import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';

/** PostgreSQL types of read model columns. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz';

/** Value of a read model column. Instants are ISO 8601 strings. */
export type Value = string | number | boolean | null;

/** Values by column name. */
export type Row = Readonly<Record<string, Value>>;

/** Definition of a read model table. Excludes columns that the database computes. */
export interface TableDefinition {
  /** Table name without schema; unique across all projections. */
  readonly name: string;
  readonly key: readonly string[];
  /** All columns that are written, including the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Integer columns that are set when a row is inserted and can then only be incremented. */
  readonly counters?: readonly string[];
}

/**
 * Change of one row or, with `removeOwned` and `blank`, of all rows of one owner. A change of a missing row has no
 * effect.
 */
export type RowChange =
  | { readonly kind: 'insert'; readonly table: string; readonly row: Row }
  | { readonly kind: 'set'; readonly table: string; readonly key: Row; readonly values: Row }
  | { readonly kind: 'increment'; readonly table: string; readonly key: Row; readonly increments: Increments }
  | { readonly kind: 'remove'; readonly table: string; readonly key: Row }
  | { readonly kind: 'remove-owned'; readonly table: string; readonly owner: Row }
  | { readonly kind: 'blank'; readonly table: string; readonly owner: Row; readonly values: Row };

/** Increments, by column name. */
export type Increments = Readonly<Record<string, number>>;

/** Returns a change that inserts or replaces a row. */
export const insert = (table: string, row: Row): RowChange => ({ kind: 'insert', table, row });

/** Returns a change that sets columns of a row. */
export const set = (table: string, key: Row, values: Row): RowChange => ({ kind: 'set', table, key, values });

/** Returns a change that increments counters of a row. */
export const increment = (table: string, key: Row, increments: Increments): RowChange => ({
  kind: 'increment',
  table,
  key,
  increments,
});

/** Returns a change that deletes a row. */
export const remove = (table: string, key: Row): RowChange => ({ kind: 'remove', table, key });

/**
 * Returns a change that deletes all rows of an owner. `owner` is one column and its value. The owner of a row must
 * never change.
 */
export const removeOwned = (table: string, owner: Row): RowChange => ({ kind: 'remove-owned', table, owner });

/**
 * Returns a change that blanks the personal texts in all existing rows of an owner. `owner` is one column and
 * its value, `values` are the replacements. A `set` of any of these columns must also set the owner column.
 */
export const blank = (table: string, owner: Row, values: Row): RowChange => ({
  kind: 'blank',
  table,
  owner,
  values,
});

/** Pure function that maps an event to row changes. */
export type EventProjector<E extends DomainEvent> = (event: RecordedEvent<E>) => readonly RowChange[];

/** Definition of a read model. */
export interface Projection {
  readonly name: string;
  /**
   * Must be incremented whenever the meaning of `on` or of the tables changes. A rebuild that another version has
   * interrupted starts over.
   */
  readonly version: number;
  readonly tables: readonly TableDefinition[];
  /** Handlers by event type. Other events are ignored. */
  readonly on: Readonly<Record<string, EventProjector<DomainEvent>>>;
}

type Handlers<E extends DomainEvent> = {
  readonly [Type in E['type']]?: EventProjector<Extract<E, { type: Type }>>;
};

/** Defines a projection over the events `E`. Each handler receives its own event type. */
export const defineProjection = <E extends DomainEvent>(
  definition: Omit<Projection, 'on'> & { readonly on: Handlers<E> },
): Projection => definition as unknown as Projection;

/** Returns the event types that a projection handles. */
export const getEventTypes = ({ on }: Projection): readonly string[] => Object.keys(on);
