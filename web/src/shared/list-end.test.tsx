import { cleanup, render, screen } from '@testing-library/react';
import { scrollToEnd } from '../testing/browser-gaps.ts';
import { ListEnd } from './list-end.tsx';

afterEach(cleanup);

const QUERY = {
  isLoading: false,
  isError: false,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  hasNextPage: true,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
};

test('requests the next page only when the list is not being reloaded', () => {
  let requestCount = 0;
  const query = { ...QUERY, fetchNextPage: () => (requestCount += 1) };
  const end = (isFetching: boolean) => <ListEnd query={{ ...query, isFetching }} failure="" />;
  const { rerender } = render(end(true));
  scrollToEnd();
  expect(requestCount).toBe(0);
  rerender(end(false));
  scrollToEnd();
  expect(requestCount).toBe(1);
});

test.each([
  [400, 'Page too high.', 0],
  [503, 'Not loaded.', 1],
])('after status %i, shows "%s" and %i retry buttons', (status, text, buttonCount) => {
  const error = { status, message: 'Page too high.' };
  render(<ListEnd query={{ ...QUERY, error, isFetchNextPageError: true }} failure="Not loaded." />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttonCount);
});
