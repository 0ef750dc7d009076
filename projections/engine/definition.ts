import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';

/** PostgreSQL types of read model columns. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz';

export type Value = string | number | boolean | null;

/** Values by column name. */
export type Row = Readonly<Record<string, Value>>;

/** A table of a read model, without columns that the database computes. */
export interface TableDefinition {
  /** Name without schema, unique across projections. */
  readonly name: string;
  readonly key: readonly string[];
  /** All columns that are written, including the key. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Integer columns that are inserted and then only incremented. */
  readonly counters?: readonly string[];
}

/** Effect of an event on one row, or with `blank` on the rows of one owner. Missing rows are not changed. */
export type RowChange =
  | { readonly kind: 'insert'; readonly table: string; readonly row: Row }
  | { readonly kind: 'set'; readonly table: string; readonly key: Row; readonly values: Row }
  | { readonly kind: 'increment'; readonly table: string; readonly key: Row; readonly by: Increments }
  | { readonly kind: 'remove'; readonly table: string; readonly key: Row }
  | { readonly kind: 'blank'; readonly table: string; readonly owner: Row; readonly values: Row };

/** Increments by column name. */
export type Increments = Readonly<Record<string, number>>;

/** Inserts or replaces a row. */
export const insert = (table: string, row: Row): RowChange => ({ kind: 'insert', table, row });

/** Sets columns of a row. */
export const set = (table: string, key: Row, values: Row): RowChange => ({ kind: 'set', table, key, values });

/** Adds to counters of a row. */
export const increment = (table: string, key: Row, by: Increments): RowChange => ({
  kind: 'increment',
  table,
  key,
  by,
});

/** Deletes a row. */
export const remove = (table: string, key: Row): RowChange => ({ kind: 'remove', table, key });

/**
 * Blanks the personal texts in all existing rows of an owner. `owner` is one column and its value, `values` the
 * replacements. `set` may not change any of these columns.
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
   * Incremented whenever the meaning of `on` or of the tables changes. An interrupted rebuild by another version starts
   * over.
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
