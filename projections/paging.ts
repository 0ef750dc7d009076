import { isUuid } from '../domain/kernel/ids.ts';

/** Selects a page of a list, either by number, starting from 1, or by cursor. */
export type Paging = { readonly page: number } | { readonly cursor: string };

/** One page of a list. `next` is the cursor for the next page, or null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Thrown when a cursor does not belong to the requested list. */
export class InvalidCursor extends Error {
  constructor() {
    super('The cursor is not valid.');
    this.name = 'InvalidCursor';
  }
}

/** Values by which an item is sorted, including its id. A cursor encodes these values. */
export type SortKey = readonly (string | number)[];

/** Type of a sort value: an id, a non-negative integer or a short text. */
type SortKind = 'id' | 'integer' | 'text';

/** Sort order of a list. */
export interface SortOrder {
  /** Identifies the list, so that cursors for other lists are rejected. */
  readonly name: string;
  readonly kinds: readonly SortKind[];
  readonly start: SortKey;
  /** Maximum number of ids that follow the sort values in a cursor. Default: 0. */
  readonly maxExtraIds?: number;
}

/** Sort order of a list that is read from rows. */
export interface RowOrder<Row> extends SortOrder {
  readonly getKey: (row: Row) => SortKey;
}

/** Start value for a list with descending ids. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Start value for a list with descending integers. */
export const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Start value for a list with ascending ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface IdentifiedRow {
  readonly id: string;
}

const getIdKey = ({ id }: IdentifiedRow): SortKey => [id];

/** Creates the order of a list with descending ids, which are the newest first. */
export const orderByNewestId = (name: string): RowOrder<IdentifiedRow> => ({
  name,
  kinds: ['id'],
  start: [LAST_ID],
  getKey: getIdKey,
});

/** Creates the order of a list with ascending ids, which are the oldest first. */
export const orderByOldestId = (name: string): RowOrder<IdentifiedRow> => ({
  name,
  kinds: ['id'],
  start: [FIRST_ID],
  getKey: getIdKey,
});

/** Creates the order of a list with descending log positions. `column` contains the position. */
export const orderByNewest = <Column extends string>(
  name: string,
  column: Column,
): RowOrder<Readonly<Record<Column, string | number>>> => ({
  name,
  kinds: ['integer'],
  start: [MAX_INTEGER],
  getKey: (row) => [Number(row[column])],
});

/** Maximum length of a string in a cursor, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 200;

const KIND_CHECKS: Readonly<Record<SortKind, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && isUuid(value),
  integer: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0'),
};

/** Encodes a sort key as a cursor. */
export const encodeCursor = ({ name }: SortOrder, key: SortKey): string =>
  Buffer.from(JSON.stringify([name, ...key])).toString('base64url');

/**
 * Decodes a cursor to a sort key.
 * @throws InvalidCursor
 */
export function decodeCursor(order: SortOrder, cursor: string): SortKey {
  const [name, ...key] = parseCursor(cursor);
  const { kinds, maxExtraIds = 0 } = order;
  const isValid =
    name === order.name &&
    key.length >= kinds.length &&
    key.length <= kinds.length + maxExtraIds &&
    key.every((value, i) => KIND_CHECKS[kinds[i] ?? 'id'](value));
  if (!isValid) throw new InvalidCursor();
  return key as SortKey;
}

function parseCursor(cursor: string): readonly unknown[] {
  try {
    const parsedCursor: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsedCursor) ? parsedCursor : [];
  } catch {
    return [];
  }
}

/** Start of a page. The page starts after a sort key and skips a number of items. */
export interface PageStart {
  readonly key: SortKey;
  readonly skip: number;
}

/**
 * Returns the start of the requested page. The contract limits page numbers, because later pages cost more.
 * @throws InvalidCursor
 */
export function toPageStart(order: SortOrder, paging: Paging, size: number): PageStart {
  if ('cursor' in paging) return { key: decodeCursor(order, paging.cursor), skip: 0 };
  return { key: order.start, skip: (paging.page - 1) * size };
}

/** Builds a page from at most `size + 1` rows. If there is an extra row, there is a next page. */
export function buildPage<Row, Item>(
  order: RowOrder<Row>,
  size: number,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shownRows = rows.length > size ? rows.slice(0, size) : rows;
  const lastRow = shownRows.at(-1);
  const hasMore = rows.length > size && lastRow !== undefined;
  return { items: shownRows.map(toItem), next: hasMore ? encodeCursor(order, order.getKey(lastRow)) : null };
}
