import type { UnknownAction } from '@reduxjs/toolkit';

/**
 * Time to keep an unused list in the cache, in seconds, so that going back restores the list and its scroll
 * position.
 */
export const KEEP_LIST_S = 600;

/** One page of a list, and the path of the next page or null at the end. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
  /** Log position at which the page was read, if the server sent it. */
  position?: number;
}

/** Cached data of an infinite query. */
export interface Pages<Item> {
  readonly pages: readonly Page<Item>[];
  readonly pageParams: readonly string[];
}

/** Path of the next page in a `Link` header, as in `</api/publications?cursor=…>; rel="next"`. */
export function nextPath(link: string | null | undefined): string | null {
  const match = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '');
  if (!match?.[1]) return null;
  // A proxy may have made the link absolute; only path and query are used.
  const address = new URL(match[1], location.origin);
  return address.pathname + address.search;
}

/**
 * Infinite query options: the first page is fetched by its arguments, each next page by the path in `Link`.
 */
export const PAGED = {
  initialPageParam: '',
  getNextPageParam: ({ next }: Pick<Page<unknown>, 'next'>): string | undefined => next ?? undefined,
};

/**
 * Replaces the first page of a list and keeps the later items; null when the old and the new page have no
 * item in common. The later items follow the last item of the page, which must not have moved: `placeOf`
 * returns the value that identifies its place.
 */
export function withFirstPage<Item extends { readonly id: string }>(
  { pages, pageParams }: Pages<Item>,
  fresh: Page<Item>,
  placeOf: (item: Item) => unknown = ({ id }) => id,
): { pages: Page<Item>[]; pageParams: string[] } | null {
  const last = fresh.items.at(-1);
  if (fresh.next === null || !last) return { pages: [fresh], pageParams: pageParams.slice(0, 1) };
  const ids = new Set(fresh.items.map(({ id }) => id));
  const isLast = (item: Item) => placeOf(item) === placeOf(last);
  const at = pages.findIndex(({ items }) => items.some(isLast));
  const page = pages[at];
  if (!page) return null;
  const behind = page.items.slice(page.items.findIndex(isLast) + 1);
  const others = (items: readonly Item[]) => items.filter(({ id }) => !ids.has(id));
  return {
    pages: [
      { ...fresh, items: [...fresh.items, ...others(behind)], next: page.next },
      ...pages.slice(at + 1).map((later) => ({ ...later, items: others(later.items) })),
    ],
    pageParams: [...pageParams.slice(0, 1), ...pageParams.slice(at + 1)],
  };
}

/** The parts of RTK Query's lifecycle API that are used here. */
export interface Load<Item> {
  readonly dispatch: (action: UnknownAction) => void;
  readonly getState: () => unknown;
  readonly getCacheEntry: () => { readonly data?: Pages<Item> | undefined };
  readonly updateCachedData: (recipe: () => { pages: Page<Item>[]; pageParams: string[] }) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Pages<Item> }>;
}

/**
 * Options of a list of which only the first page is refetched; the items after it are kept. `placeOf` returns
 * the value that identifies an item's place in a list whose items move.
 */
export const renewedAtFirst = <Item extends { readonly id: string }>(placeOf?: (item: Item) => unknown) => ({
  infiniteQueryOptions: { ...PAGED, refetchCachedPages: false },
  async onQueryStarted(
    _: unknown,
    { getCacheEntry, queryFulfilled, updateCachedData }: Load<Item>,
  ): Promise<void> {
    const before = getCacheEntry().data;
    const answer = await queryFulfilled.catch(() => null);
    const [first, ...more] = answer?.data.pages ?? [];
    if (!before || !first || more.length > 0 || before.pages.length < 2) return;
    const renewed = withFirstPage(before, first, placeOf);
    if (renewed) updateCachedData(() => renewed);
  },
});

/**
 * The items of all pages without duplicates. An item that moved while pages were loaded keeps its first
 * place.
 */
export function itemsIn<Part, Item extends { readonly id: string }>(
  data: { readonly pages: readonly Part[] } | undefined,
  listOf: (page: Part) => readonly Item[],
): readonly Item[] {
  const items = (data?.pages ?? []).flatMap(listOf);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** All items of a list's pages, without duplicates. */
export const itemsOf = <Item extends { readonly id: string }>(
  pages: Pages<Item> | undefined,
): readonly Item[] => itemsIn(pages, ({ items }) => items);
