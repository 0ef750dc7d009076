import type { UnknownAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

/** How long a list that nobody looks at is kept, so that coming back finds it, and its place, as it was. In seconds. */
export const KEEP_LIST_S = 600;

/** One page of a list, and the path of the next one or null at the end. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
}

/** What the cache holds of a list that is loaded page by page. */
export interface Pages<Item> {
  readonly pages: readonly Page<Item>[];
  readonly pageParams: readonly string[];
}

/** The path that a `Link` header names as the next one, as in `</api/publications?cursor=…>; rel="next"`. */
export function nextPath(link: string | null | undefined): string | null {
  const match = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(link ?? '');
  if (!match?.[1]) return null;
  // A proxy may have made the link absolute; only path and query count.
  const address = new URL(match[1], location.origin);
  return address.pathname + address.search;
}

/** Makes a page of an answer's list and its headers. */
export const toPage = <Item>(items: Item[], meta: FetchBaseQueryMeta | undefined): Page<Item> => ({
  items,
  next: nextPath(meta?.response?.headers.get('Link')),
});

/** Options of a list whose first page is asked by the path itself and each next one by the path in its `Link`. */
export const pagedBy = <Item>(initialPageParam: string) => ({
  initialPageParam,
  getNextPageParam: (last: Page<Item>): string | undefined => last.next ?? undefined,
});

/**
 * A list with a fresh first page in the place of what it began with; null when the two have nothing in common. What
 * stands behind follows the last item of the page, which has to be where it was: `placeOf` tells the places apart.
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
      { items: [...fresh.items, ...others(behind)], next: page.next },
      ...pages.slice(at + 1).map(({ items, next }) => ({ items: others(items), next })),
    ],
    pageParams: [...pageParams.slice(0, 1), ...pageParams.slice(at + 1)],
  };
}

/** What loading a list gives to whoever looks on: the parts of RTK Query's that are used. */
export interface Load<Item> {
  readonly dispatch: (action: UnknownAction) => void;
  readonly getState: () => unknown;
  readonly getCacheEntry: () => { readonly data?: Pages<Item> | undefined };
  readonly updateCachedData: (recipe: () => { pages: Page<Item>[]; pageParams: string[] }) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: Pages<Item> }>;
}

/**
 * Options of a list of which only the first page is loaded anew, however often that happens, and what stands behind it is
 * kept. `placeOf` tells places apart in a list whose items move.
 */
export const renewedAtFirst = <Item extends { readonly id: string }>(
  initialPageParam: string,
  placeOf?: (item: Item) => unknown,
) => ({
  infiniteQueryOptions: { ...pagedBy<Item>(initialPageParam), refetchCachedPages: false },
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

/** All items of the pages, each once: one that moved while pages were loaded keeps its first place. */
export function itemsOf<Item extends { readonly id: string }>(
  pages: Pages<Item> | undefined,
): readonly Item[] {
  const items = (pages?.pages ?? []).flatMap((page) => page.items);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
