import { cleanup, render } from '@testing-library/react';
import { scrollToEnd } from '../testing/browser-gaps.ts';
import { ListEnd } from './list-end.tsx';

afterEach(cleanup);

test('requests the next page only when the list is not being reloaded', () => {
  let asked = 0;
  const query = {
    isLoading: false,
    isError: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    hasNextPage: true,
    fetchNextPage: () => (asked += 1),
    refetch: () => undefined,
  };
  const end = (isFetching: boolean) => <ListEnd query={{ ...query, isFetching }} failure="" />;
  const { rerender } = render(end(true));
  scrollToEnd();
  expect(asked).toBe(0);
  rerender(end(false));
  scrollToEnd();
  expect(asked).toBe(1);
});
