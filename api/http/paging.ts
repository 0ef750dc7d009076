import type { PageQuery } from '../../contract/fields.ts';
import type { Page, Paging } from '../../projections/paging.ts';
import type { PositionedRow, Queryable } from '../../projections/queryable.ts';
import type { RouteRequest } from './route.ts';

/** Returns the page that a query selects. A cursor takes precedence over a page number. Default: the first page. */
export const toPaging = ({ page = 1, cursor }: PageQuery): Paging =>
  cursor === undefined ? { page } : { cursor };

/** Header with the log position of a response: of the snapshot for reads, of the last event for writes. */
export const READ_POSITION_HEADER = 'X-Read-Position';

/** Wraps a connection so that queries set `X-Read-Position` to the position of the rows that they return. */
export const withReadPosition = (db: Queryable, { http }: Pick<RouteRequest, 'http'>): Queryable => ({
  query: async (statement) => {
    const result = await db.query<never>(statement);
    const position = (result.rows[0] as PositionedRow | undefined)?.read_position;
    if (position) http.set(READ_POSITION_HEADER, position);
    return result;
  },
});

/** Returns the items of a page and sets the `Link` header to the next page. */
export function respondWithPage<Item>(
  { items, next }: Page<Item>,
  request: Pick<RouteRequest, 'setNextPageLink'>,
): readonly Item[] {
  request.setNextPageLink(next);
  return items;
}
