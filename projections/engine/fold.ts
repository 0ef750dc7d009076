import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Increments, Projection, Row, RowChange, TableDefinition, Value } from './definition.ts';

/** Combined effect of a batch on one table. Each row is in at most one of the last three lists. */
export interface TableWrites {
  readonly table: TableDefinition;
  /** Owners whose rows from before the batch are deleted. */
  readonly removedOwners: readonly Row[];
  /** Blanking of rows that existed before the batch. Rows that the batch inserts or changes are already blanked. */
  readonly blankedRows: readonly BlankedRows[];
  readonly removedKeys: readonly Row[];
  readonly insertedRows: readonly Row[];
  readonly changedRows: readonly ChangedRow[];
}

/** New values for all rows of an owner. */
export interface BlankedRows {
  readonly owner: Row;
  readonly values: Row;
}

/** Changes to a row that existed before the batch. */
export interface ChangedRow {
  readonly key: Row;
  readonly values: Row;
  readonly increments: Increments;
}

type PendingRow =
  | {
      readonly kind: 'inserted';
      /** From the projection; not copied until its first change, because most rows are never changed. */
      row: Row;
      isCopy: boolean;
    }
  | { readonly kind: 'removed'; readonly key: Row }
  | {
      readonly kind: 'changed';
      readonly key: Row;
      readonly values: Record<string, Value>;
      readonly increments: Record<string, number>;
    };

type ExistingRow = Exclude<PendingRow, { kind: 'removed' }>;

interface PendingTable {
  readonly table: TableDefinition;
  readonly rows: Map<string, PendingRow>;
  readonly removedOwners: Row[];
  readonly blankedRows: BlankedRows[];
}

interface Fold {
  /** Adds the changes of an event. Events that the projection does not handle are ignored. */
  readonly add: (event: RecordedEvent) => void;
  readonly getSize: () => number;
  /** Returns the combined writes and clears them. */
  readonly take: () => readonly TableWrites[];
}

function toKey({ key: [first, ...others] }: TableDefinition, row: Row): string {
  let key = String(row[first as string]);
  for (const column of others) key += `|${row[column]}`;
  return key;
}

function toMutableRow(pendingRow: Extract<PendingRow, { kind: 'inserted' }>): Record<string, Value> {
  if (!pendingRow.isCopy) {
    pendingRow.row = { ...pendingRow.row };
    pendingRow.isCopy = true;
  }
  return pendingRow.row as Record<string, Value>;
}

function applyChange(pendingTable: PendingTable, change: RowChange): void {
  const { table, rows } = pendingTable;
  if (change.kind === 'blank') {
    blankRows(pendingTable, change);
    return;
  }
  if (change.kind === 'remove-owned') {
    removeOwnedRows(pendingTable, change.owner);
    return;
  }
  if (change.kind === 'insert') {
    rows.set(toKey(table, change.row), { kind: 'inserted', row: change.row, isCopy: false });
    return;
  }
  const key = toKey(table, change.key);
  if (change.kind === 'remove') {
    rows.set(key, { kind: 'removed', key: change.key });
    return;
  }
  const pending = rows.get(key) ?? getOrAddPending(rows, key, change.key);
  if (pending.kind === 'removed') return;
  if (change.kind === 'increment') addCounts(pending, change.increments);
  else assignValues(table, pending, change.values);
}

function assignValues(table: TableDefinition, pending: ExistingRow, values: Row): void {
  if (table.counters?.some((column) => column in values))
    throw new Error(`counters of ${table.name} can only be incremented`);
  Object.assign(pending.kind === 'inserted' ? toMutableRow(pending) : pending.values, values);
}

function getOwnerColumn(table: TableDefinition, owner: Row): string {
  const [column] = Object.keys(owner);
  if (column === undefined || !(column in table.columns))
    throw new Error(`the owner of rows must be a column of ${table.name}`);
  return column;
}

function removeOwnedRows({ table, rows, removedOwners }: PendingTable, owner: Row): void {
  const column = getOwnerColumn(table, owner);
  for (const [key, pending] of rows)
    if (pending.kind === 'inserted' && pending.row[column] === owner[column]) rows.delete(key);
  removedOwners.push(owner);
}

function blankRows({ table, rows, blankedRows }: PendingTable, { owner, values }: BlankedRows): void {
  const column = getOwnerColumn(table, owner);
  for (const pending of rows.values()) {
    if (pending.kind === 'removed') continue;
    const row = pending.kind === 'inserted' ? pending.row : pending.values;
    if (row[column] === owner[column])
      Object.assign(pending.kind === 'inserted' ? toMutableRow(pending) : row, values);
    else if (!(column in row) && Object.keys(values).some((blankedColumn) => blankedColumn in row))
      throw new Error(`${table.name}: a change of a blanked column must also set ${column}`);
  }
  blankedRows.push({ owner, values });
}

function getOrAddPending(rows: Map<string, PendingRow>, key: string, keyRow: Row): PendingRow {
  const pending: PendingRow = { kind: 'changed', key: keyRow, values: {}, increments: {} };
  rows.set(key, pending);
  return pending;
}

function addCounts(pending: ExistingRow, increments: Increments): void {
  const target = pending.kind === 'inserted' ? toMutableRow(pending) : pending.increments;
  for (const column of Object.keys(increments)) {
    target[column] = Number(target[column] ?? 0) + (increments[column] ?? 0);
  }
}

function toWrites({ table, rows, removedOwners, blankedRows }: PendingTable): TableWrites {
  const removedKeys: Row[] = [];
  const insertedRows: Row[] = [];
  const changedRows: ChangedRow[] = [];
  for (const pending of rows.values()) {
    if (pending.kind === 'inserted') insertedRows.push(pending.row);
    else if (pending.kind === 'removed') removedKeys.push(pending.key);
    else changedRows.push(pending);
  }
  return {
    table,
    removedOwners: [...removedOwners],
    blankedRows: [...blankedRows],
    removedKeys,
    insertedRows,
    changedRows,
  };
}

const countPending = ({ rows, removedOwners, blankedRows }: PendingTable): number =>
  rows.size + removedOwners.length + blankedRows.length;

/** Combines the changes of many events into few writes: 1,000 likes of a post become one increment. */
export function createFold({ tables, on }: Projection): Fold {
  const pending = new Map<string, PendingTable>(
    tables.map((table) => [table.name, { table, rows: new Map(), removedOwners: [], blankedRows: [] }]),
  );

  const getTable = (name: string): PendingTable => {
    const table = pending.get(name);
    if (!table) throw new Error(`the projection has no table ${name}`);
    return table;
  };

  return {
    add: (event) => {
      for (const change of on[event.type]?.(event) ?? []) applyChange(getTable(change.table), change);
    },
    getSize: () => {
      let size = 0;
      for (const table of pending.values()) size += countPending(table);
      return size;
    },
    take: () => {
      const writes = [...pending.values()].filter((table) => countPending(table) > 0).map(toWrites);
      for (const { rows, removedOwners, blankedRows } of pending.values()) {
        rows.clear();
        removedOwners.length = 0;
        blankedRows.length = 0;
      }
      return writes;
    },
  };
}
