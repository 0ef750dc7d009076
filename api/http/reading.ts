import type { Page, Paging } from '../../projections/paging.ts';
import type { PageQuery } from '../contract/fields.ts';
import type { RouteRequest } from './route.ts';

/** Which page a query asks for: a cursor wins over a number, the first is meant when there is neither. */
export const pagingOf = ({ page = 1, cursor }: PageQuery): Paging =>
  cursor === undefined ? { page } : { cursor };

/** The items of a page, announcing the one behind it. */
export function itemsOf<Item>(
  { items, next }: Page<Item>,
  request: Pick<RouteRequest, 'announceNext'>,
): Item[] {
  request.announceNext(next);
  return [...items];
}
