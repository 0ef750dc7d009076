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

/** All items of the pages, each once: one that moved while pages were loaded keeps its first place. */
export function itemsOf<Item extends { readonly id: string }>(
  pages: Pages<Item> | undefined,
): readonly Item[] {
  const items = (pages?.pages ?? []).flatMap((page) => page.items);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
