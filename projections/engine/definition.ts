import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';

/** Types of PostgreSQL that columns of read models have. */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz';

/** What a column holds. */
export type Value = string | number | boolean | null;

/** Values by the names of their columns. */
export type Row = Readonly<Record<string, Value>>;

/** A table of a read model, as far as the engine writes it; columns that the database computes are left out. */
export interface TableDefinition {
  /** Name without its schema, unique among all projections. */
  readonly name: string;
  readonly key: readonly string[];
  /** All columns that are written, the key's included, in any order. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** Whole numbers that are inserted and then only added to, never set. */
  readonly counters?: readonly string[];
}

/** What an event does to one row. A row that is not there is neither changed nor counted up. */
export type RowChange =
  | { readonly kind: 'insert'; readonly table: string; readonly row: Row }
  | { readonly kind: 'set'; readonly table: string; readonly key: Row; readonly values: Row }
  | { readonly kind: 'increment'; readonly table: string; readonly key: Row; readonly by: Counts }
  | { readonly kind: 'remove'; readonly table: string; readonly key: Row }
  | { readonly kind: 'blank'; readonly table: string; readonly owner: Row; readonly values: Row };

/** Additions by the names of their columns. */
export type Counts = Readonly<Record<string, number>>;

/** The row stands as given from now on. */
export const insert = (table: string, row: Row): RowChange => ({ kind: 'insert', table, row });

/** Some columns of the row change. */
export const set = (table: string, key: Row, values: Row): RowChange => ({ kind: 'set', table, key, values });

/** Counters of the row change by so much. */
export const increment = (table: string, key: Row, by: Counts): RowChange => ({
  kind: 'increment',
  table,
  key,
  by,
});

/** The row goes. */
export const remove = (table: string, key: Row): RowChange => ({ kind: 'remove', table, key });

/**
 * All rows of one owner that stand by now lose what the person wrote. `owner` names one column and its value, `values`
 * what stands in the place of the texts. Neither these columns nor the owner's may ever be changed by `set`.
 */
export const blank = (table: string, owner: Row, values: Row): RowChange => ({
  kind: 'blank',
  table,
  owner,
  values,
});

/** From one event to the changes of rows; pure. */
export type Project<E extends DomainEvent> = (event: RecordedEvent<E>) => readonly RowChange[];

/** How one read model follows from the log. */
export interface Projection {
  readonly name: string;
  /** Changes whenever `on` or the tables change in meaning, so that a rebuild begun under another one starts over. */
  readonly version: number;
  readonly tables: readonly TableDefinition[];
  /** What each type of event does; types that are not named do nothing. */
  readonly on: Readonly<Record<string, Project<DomainEvent>>>;
}

type Handlers<E extends DomainEvent> = { readonly [Type in E['type']]?: Project<Extract<E, { type: Type }>> };

/** Defines a projection over the events `E`, each handler seeing its own type of event. */
export const projection = <E extends DomainEvent>(
  definition: Omit<Projection, 'on'> & { readonly on: Handlers<E> },
): Projection => definition as unknown as Projection;

/** Types of events that a projection listens to. */
export const eventTypesOf = ({ on }: Projection): readonly string[] => Object.keys(on);
