import '../testing/browser-gaps.ts';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import type { Post } from '../../../contract/shapes.ts';
import { createStore } from '../app/store.ts';
import { samplePost } from '../testing/samples.ts';
import { PostList } from './post-list.tsx';

afterEach(cleanup);

const query = {
  isLoading: false,
  isError: false,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  hasNextPage: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
};

test('renders only the post that changed, and no dialog before it is opened', () => {
  let renderCount = 0;
  const quietPost: Post = {
    ...samplePost(1),
    get text() {
      renderCount += 1;
      return 'This one stays as it is.';
    },
  };
  const store = createStore();
  const list = (...posts: Post[]) => (
    <Provider store={store}>
      <MemoryRouter>
        <PostList label="Posts" posts={posts} query={query} empty={null} failure="" />
      </MemoryRouter>
    </Provider>
  );
  const { rerender } = render(list(quietPost, samplePost(2)));
  const before = renderCount;
  expect(before).toBeGreaterThan(0);
  rerender(list(quietPost, samplePost(2, { likes: 66 })));
  expect(screen.getByRole('button', { name: 'Like, 66 likes' })).toBeTruthy();
  expect(renderCount).toBe(before);
  expect(document.querySelectorAll('dialog')).toHaveLength(0);
});

test('is not called empty while further pages exist', () => {
  render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <PostList
          label="Posts"
          posts={[]}
          query={{ ...query, hasNextPage: true }}
          empty="No posts yet."
          failure=""
          hasButton
        />
      </MemoryRouter>
    </Provider>,
  );
  expect(screen.queryByText('No posts yet.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Load More' })).toBeTruthy();
});
