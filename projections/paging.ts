import { isUuid } from '../domain/kernel/ids.ts';

/** A page of a list: by number, from 1, or by cursor. */
export type Paging = { readonly page: number } | { readonly cursor: string };

/** One page of a list. `next` is the cursor of the next page, null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Thrown when a cursor does not belong to the list. */
export class InvalidCursor extends Error {
  constructor() {
    super('The cursor is not valid.');
    this.name = 'InvalidCursor';
  }
}

/** Sort values of an item, including its id. A cursor encodes them. */
export type SortKey = readonly (string | number)[];

/** Type of a sort value: an id, a non-negative integer or a short text. */
export type SortKind = 'id' | 'whole' | 'text';

/** Sort order of a list. */
export interface SortOrder {
  /** Identifies the list, so that cursors of other lists are rejected. */
  readonly name: string;
  readonly kinds: readonly SortKind[];
  readonly start: SortKey;
  /** Maximum number of ids in a cursor after the sort values. Default: 0. */
  readonly maxFurtherIds?: number;
}

/** Start of a descending list of ids. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Start of a descending list of integers. */
export const LAST_INTEGER = Number.MAX_SAFE_INTEGER;
/** Start of an ascending list of ids. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Maximum length of a text value in a cursor, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 200;

const KIND_CHECKS: Readonly<Record<SortKind, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && isUuid(value),
  whole: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  text: (value) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0'),
};

/** Encodes a sort key as a cursor of a list. */
export const encodeCursor = ({ name }: SortOrder, key: SortKey): string =>
  Buffer.from(JSON.stringify([name, ...key])).toString('base64url');

/**
 * Decodes the sort key of a cursor.
 * @throws InvalidCursor
 */
export function decodeCursor(order: SortOrder, cursor: string): SortKey {
  const [name, ...key] = parseCursor(cursor);
  const { kinds, maxFurtherIds = 0 } = order;
  const isValid =
    name === order.name &&
    key.length >= kinds.length &&
    key.length <= kinds.length + maxFurtherIds &&
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

/** Start of a page: after a sort key, and a number of items to skip. */
export interface PageStart {
  readonly key: SortKey;
  readonly skip: number;
}

/**
 * Returns the start of the requested page. The contract limits page numbers, because the cost of a page grows with its
 * number.
 * @throws InvalidCursor
 */
export function toPageStart(order: SortOrder, paging: Paging, size: number): PageStart {
  if ('cursor' in paging) return { key: decodeCursor(order, paging.cursor), skip: 0 };
  return { key: order.start, skip: (paging.page - 1) * size };
}

/** Builds a page from up to `size + 1` rows; the extra row indicates a next page. */
export function buildPage<R, Item>(
  order: SortOrder,
  size: number,
  rows: readonly R[],
  getKey: (row: R) => SortKey,
  toItem: (row: R) => Item,
): Page<Item> {
  const shownRows = rows.length > size ? rows.slice(0, size) : rows;
  const lastRow = shownRows.at(-1);
  const hasMore = rows.length > size && lastRow !== undefined;
  return { items: shownRows.map(toItem), next: hasMore ? encodeCursor(order, getKey(lastRow)) : null };
}
