import { cleanup, render } from '@testing-library/react';
import { scrollToEnd } from '../testing/browser-gaps.ts';
import { ListEnd } from './list-end.tsx';

afterEach(cleanup);

test('requests the next page only when the list is not being reloaded', () => {
  let requestCount = 0;
  const query = {
    isLoading: false,
    isError: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    hasNextPage: true,
    fetchNextPage: () => (requestCount += 1),
    refetch: () => undefined,
  };
  const end = (isFetching: boolean) => <ListEnd query={{ ...query, isFetching }} failure="" />;
  const { rerender } = render(end(true));
  scrollToEnd();
  expect(requestCount).toBe(0);
  rerender(end(false));
  scrollToEnd();
  expect(requestCount).toBe(1);
});
