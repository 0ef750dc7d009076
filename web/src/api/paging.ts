import type { UnknownAction } from '@reduxjs/toolkit';

/** Time for which an unused list stays cached for back navigation, in seconds. */
export const LIST_CACHE_SECONDS = 600;

/** One page of a list and the path of the next page, or null on the last page. */
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

/**
 * Parses the path of the next page from a `Link` header such as `</api/publications?cursor=…>; rel="next"`. Returns
 * null if there is none.
 */
export function parseNextPath(link: string | null | undefined): string | null {
  const match = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '');
  if (!match?.[1]) return null;
  // A proxy may have made the link absolute, so only path and query are used.
  const address = new URL(match[1], location.origin);
  return address.pathname + address.search;
}

/** Infinite query options: each later page is requested with the path from the `Link` header. */
export const PAGING_OPTIONS = {
  initialPageParam: '',
  getNextPageParam: ({ next }: Pick<Page<unknown>, 'next'>): string | undefined => next ?? undefined,
};

/**
 * Replaces the first page of a list and keeps the later items. Returns null if the old and new pages have no item in
 * common, or if the last item on the page has moved. `getPlace` returns the sort key of an item.
 */
export function replaceFirstPage<Item extends { readonly id: string }>(
  { pages, pageParams }: Pages<Item>,
  freshPage: Page<Item>,
  getPlace: (item: Item) => unknown = ({ id }) => id,
): { pages: Page<Item>[]; pageParams: string[] } | null {
  const last = freshPage.items.at(-1);
  if (freshPage.next === null || !last) return { pages: [freshPage], pageParams: pageParams.slice(0, 1) };
  const ids = new Set(freshPage.items.map(({ id }) => id));
  const isLast = (item: Item) => getPlace(item) === getPlace(last);
  const index = pages.findIndex(({ items }) => items.some(isLast));
  const page = pages[index];
  if (!page) return null;
  const behind = page.items.slice(page.items.findIndex(isLast) + 1);
  const selectOthers = (items: readonly Item[]) => items.filter(({ id }) => !ids.has(id));
  return {
    pages: [
      { ...freshPage, items: [...freshPage.items, ...selectOthers(behind)], next: page.next },
      ...pages.slice(index + 1).map((later) => ({ ...later, items: selectOthers(later.items) })),
    ],
    pageParams: [...pageParams.slice(0, 1), ...pageParams.slice(index + 1)],
  };
}

/** The parts of RTK Query's lifecycle API that are used here. */
export interface QueryLifecycle<Item> {
  readonly dispatch: (action: UnknownAction) => void;
  readonly getState: () => unknown;
  readonly getCacheEntry: () => { readonly data?: Pages<Item> | undefined };
  readonly updateCachedData: (recipe: () => { pages: Page<Item>[]; pageParams: string[] }) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Pages<Item> }>;
}

/** Refetches only the first page of a list. `getPlace` returns an item's sort key in a list whose items move. */
export const refetchFirstPageOnly = <Item extends { readonly id: string }>(
  getPlace?: (item: Item) => unknown,
) => ({
  infiniteQueryOptions: { ...PAGING_OPTIONS, refetchCachedPages: false },
  async onQueryStarted(
    _: unknown,
    { getCacheEntry, queryFulfilled, updateCachedData }: QueryLifecycle<Item>,
  ): Promise<void> {
    const before = getCacheEntry().data;
    const response = await queryFulfilled.catch(() => null);
    const [firstPage, ...more] = response?.data.pages ?? [];
    if (!before || !firstPage || more.length > 0 || before.pages.length < 2) return;
    const renewedPages = replaceFirstPage(before, firstPage, getPlace);
    if (renewedPages) updateCachedData(() => renewedPages);
  },
});

/** Returns the items of all pages without duplicates. An item that moved during loading keeps its first position. */
export function collectItems<Part, Item extends { readonly id: string }>(
  data: { readonly pages: readonly Part[] } | undefined,
  getList: (page: Part) => readonly Item[],
): readonly Item[] {
  const items = (data?.pages ?? []).flatMap(getList);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Returns all items from the pages of a list, without duplicates. */
export const getItems = <Item extends { readonly id: string }>(
  pages: Pages<Item> | undefined,
): readonly Item[] => collectItems(pages, ({ items }) => items);
