import { isUuid } from '../domain/kernel/ids.ts';

/** Which page of a list: the n-th, counted from 1, or the one that a cursor leads to. */
export type Paging = { readonly page: number } | { readonly cursor: string };

/** One page of a list. `next` is the cursor of the page behind it, null at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** The cursor was not given out for this list. */
export class InvalidCursor extends Error {
  constructor() {
    super('The cursor is not valid.');
    this.name = 'InvalidCursor';
  }
}

/** What a list is ordered by, last id included: what a cursor holds. */
export type SortKey = readonly (string | number)[];

/** The kinds of values that a list is ordered by; no item has a whole number below zero. */
export type SortKind = 'id' | 'whole';

/** The order of a list: its kinds of values, and the key that stands before its first item. */
export interface Order {
  /** A short name, so that a cursor of one list is not taken for another's. */
  readonly name: string;
  readonly kinds: readonly SortKind[];
  readonly start: SortKey;
}

/** Before everything in a descending list. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
export const LAST_WHOLE = Number.MAX_SAFE_INTEGER;
/** Before everything in an ascending list. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const fits = (kind: SortKind, value: unknown): boolean =>
  kind === 'id'
    ? typeof value === 'string' && isUuid(value)
    : Number.isSafeInteger(value) && Number(value) >= 0;

const encode = ({ name }: Order, key: SortKey): string =>
  Buffer.from(JSON.stringify([name, ...key])).toString('base64url');

/**
 * The key that a cursor holds.
 * @throws InvalidCursor
 */
export function decodeCursor(order: Order, cursor: string): SortKey {
  const [name, ...key] = parse(cursor);
  const valid =
    name === order.name &&
    key.length === order.kinds.length &&
    order.kinds.every((kind, i) => fits(kind, key[i]));
  if (!valid) throw new InvalidCursor();
  return key as SortKey;
}

function parse(cursor: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Where a page starts: behind a key, and how many items further. */
export interface Start {
  readonly key: SortKey;
  readonly skip: number;
}

/**
 * Returns where the requested page starts. The contract bounds page numbers, because a page by number costs as much as all
 * pages before it.
 * @throws InvalidCursor
 */
export function startOf(order: Order, paging: Paging, size: number): Start {
  if ('cursor' in paging) return { key: decodeCursor(order, paging.cursor), skip: 0 };
  return { key: order.start, skip: (paging.page - 1) * size };
}

/** Makes a page of rows that were read with one more than its size, to see whether there is a next one. */
export function pageOf<R, Item>(
  order: Order,
  size: number,
  rows: readonly R[],
  keyOf: (row: R) => SortKey,
  present: (row: R) => Item,
): Page<Item> {
  const shown = rows.length > size ? rows.slice(0, size) : rows;
  const last = shown.at(-1);
  const more = rows.length > size && last !== undefined;
  return { items: shown.map(present), next: more ? encode(order, keyOf(last)) : null };
}
