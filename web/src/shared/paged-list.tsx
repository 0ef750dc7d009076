import { Fragment, type ReactNode } from 'react';
import { EmptyState, ErrorState, Loading } from '../ui/index.ts';
import { ListEnd, type ListEndProps, type PagedQuery } from './list-end.tsx';

/** Props of a paged list. `children` renders one item. */
export interface PagedListProps<Item> extends ListEndProps {
  readonly items: readonly Item[];
  readonly label?: string;
  readonly className?: string | undefined;
  /** Label of a spinner, or a placeholder element. */
  readonly loading: ReactNode;
  /** Text or element shown if the list is empty. */
  readonly empty: ReactNode;
  /** Reduces the padding of messages. */
  readonly compact?: boolean;
  /** Renders a container for the items; an unordered list by default. */
  readonly container?: (items: ReactNode) => ReactNode;
  readonly children: (item: Item, index: number) => ReactNode;
}

/** Shows a paged query as a list, with its loading, error and empty states and its end. */
export function PagedList<Item extends { readonly id: string }>(props: PagedListProps<Item>) {
  const { items, label, className, loading, empty, compact, container, children, ...end } = props;
  const { query, failure } = end;
  if (query.isLoading) return typeof loading === 'string' ? <Loading label={loading} /> : loading;
  if (items.length === 0 && query.isError)
    return (
      <ErrorState compact={compact} error={query.error} onRetry={query.refetch}>
        {failure}
      </ErrorState>
    );
  if (items.length === 0 && !query.hasNextPage)
    return typeof empty === 'string' ? <EmptyState compact={compact}>{empty}</EmptyState> : empty;
  const content = items.map((item, index) => <Fragment key={item.id}>{children(item, index)}</Fragment>);
  return (
    <>
      {container ? (
        container(content)
      ) : (
        <ul className={className} aria-label={label} aria-busy={query.isFetchingNextPage}>
          {content}
        </ul>
      )}
      <ListEnd {...end} />
    </>
  );
}

/** A list within a page. Its messages are small, and a button loads the next page. */
export function PagedSection<Item extends { readonly id: string }>(props: PagedListProps<Item>) {
  return <PagedList {...props} compact hasButton />;
}

/** Adapts a query for a list that must show its loading state instead of items for earlier arguments. */
export const withoutStaleItems = <Query extends PagedQuery & { readonly currentData?: unknown }>(
  query: Query,
): Query => ({ ...query, isLoading: query.isFetching && !query.currentData });
