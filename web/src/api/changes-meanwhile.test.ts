import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { createStore } from '../app/store.ts';
import { type FakeAnswer, FakeApi } from '../testing/fake-api.ts';
import { samplePost } from '../testing/samples.ts';
import { kindraApi } from './base.ts';
import { changeCampaign } from './crowdfunding.ts';
import { applyHint } from './live-effects.ts';
import { itemsOf } from './paging.ts';
import { addPost, refreshPost } from './post-cache.ts';
import { noticeMissedPosts, renewProfilePosts } from './post-news.ts';
import { postReads } from './post-reads.ts';
import { postWrites } from './post-writes.ts';

type Store = ReturnType<typeof createStore>;

let store: Store;
afterEach(() => void store.dispatch(kindraApi.util.resetApiState()));

const FEED = 'GET /api/publications';
const { forYou } = postReads.endpoints;
const feed = () => itemsOf(forYou.select()(store.getState()).data);

/** Answers of a call that come when the test says so. */
function held(api: FakeApi, call: string) {
  let answer = (_: FakeAnswer): void => undefined;
  const asked = new Promise<void>((begun) =>
    api.on(call, () => {
      begun();
      return new Promise((resolve) => (answer = resolve));
    }),
  );
  return { asked, answer: (given: FakeAnswer) => answer(given) };
}

/** Changes the feed while its next page, or all of it, is on its way. */
async function feedChanged(by: 'page' | 'reload', change: (dispatch: Store['dispatch']) => void) {
  store = createStore();
  const body = [samplePost(1), samplePost(2)];
  const headers = { Link: '</api/publications?cursor=c1>; rel="next"' };
  const api = new FakeApi().on(FEED, { body, headers });
  await store.dispatch(forYou.initiate());
  const call = by === 'page' ? `${FEED}?cursor=c1` : FEED;
  const { asked, answer } = held(api, call);
  const options = by === 'page' ? { direction: 'forward' as const } : { forceRefetch: true };
  const loaded = store.dispatch(forYou.initiate(undefined, options));
  await asked;
  change(store.dispatch);
  answer(by === 'page' ? { body: [samplePost(3)] } : { body });
  await loaded;
  return feed();
}

describe.each(['page', 'reload'] as const)('while a %s is on its way', (by) => {
  test('counts that are told stay', async () => {
    const { id } = samplePost(1);
    const data = { id, comments: 3, likes: 66, views: 70 };
    const [first] = await feedChanged(by, (dispatch) => dispatch(applyHint({ name: 'post-changed', data })));
    expect(first).toMatchObject({ likes: 66, comments: 3 });
  });

  test('a post that is deleted stays away', async () => {
    const data = { id: samplePost(1).id, parentId: null };
    const posts = await feedChanged(by, (dispatch) => dispatch(applyHint({ name: 'post-deleted', data })));
    expect(posts[0]?.id).toBe(samplePost(2).id);
  });

  test('a new post of one’s own stays, once', async () => {
    const posts = await feedChanged(by, (dispatch) => {
      // The server's answer and its hint may both tell of it.
      dispatch(addPost(samplePost(9)));
      dispatch(addPost(samplePost(9)));
    });
    expect(posts.slice(0, 2).map(({ id }) => id)).toEqual([samplePost(9).id, samplePost(1).id]);
    const pages = forYou.select()(store.getState()).data?.pages ?? [];
    expect(pages[0]?.items.filter(({ id }) => id === samplePost(9).id)).toHaveLength(1);
  });
});

describe('a like while posts are read quietly', () => {
  const NEXT = { Link: '</next>; rel="next"' };
  const body = [samplePost(1), samplePost(2)];
  const { id } = samplePost(1);

  const like = async (api: FakeApi) => {
    api.on('POST /api/likePublication', { body: { idPublication: id, liked: true, likes: 5 } });
    await store.dispatch(postWrites.endpoints.likePost.initiate({ id, liked: true, key: 'key' }));
  };

  test.each(['noticeMissedPosts', 'refreshPost'] as const)('stays behind %s', async (by) => {
    store = createStore();
    const api = new FakeApi().on(FEED, { body });
    await store.dispatch(forYou.initiate());
    const call = by === 'refreshPost' ? `GET /api/post/${id}` : FEED;
    const { asked, answer } = held(api, call);
    store.dispatch(by === 'refreshPost' ? refreshPost(id) : noticeMissedPosts());
    await asked;
    await like(api);
    answer({ body: by === 'refreshPost' ? samplePost(1, { views: 99 }) : [samplePost(1, { views: 99 })] });
    await waitFor(() => expect(feed()[0]?.views).toBe(99));
    expect(feed()[0]).toMatchObject({ liked: true, likes: 5 });
  });

  test('stays when a further page comes after all', async () => {
    store = createStore();
    const api = new FakeApi().on(FEED, { body, headers: NEXT });
    await store.dispatch(forYou.initiate());
    const [news, next] = [held(api, FEED), held(api, 'GET /next')];
    store.dispatch(noticeMissedPosts());
    const more = store.dispatch(forYou.initiate(undefined, { direction: 'forward' }));
    await Promise.all([news.asked, next.asked]);
    await like(api);
    news.answer({ body: [samplePost(1, { views: 99 })] });
    await waitFor(() => expect(feed()[0]?.views).toBe(99));
    next.answer({ body: [samplePost(3)] });
    await more;
    expect(feed()).toHaveLength(3);
    expect(feed()[0]).toMatchObject({ liked: true, likes: 5 });
  });

  test('stays in the posts of a profile, as does a page that comes meanwhile', async () => {
    store = createStore();
    const path = 'GET /api/profilePublications/ana';
    const api = new FakeApi().on(path, { body, headers: NEXT });
    const { profilePosts } = postReads.endpoints;
    const posts = () => itemsOf(profilePosts.select('ana')(store.getState()).data);
    await store.dispatch(profilePosts.initiate('ana'));
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    const first = held(api, path);
    const next = held(api, 'GET /next');
    const renewed = store.dispatch(renewProfilePosts('ana'));
    await first.asked;
    clock.mockRestore();
    const more = store.dispatch(profilePosts.initiate('ana', { direction: 'forward' }));
    await next.asked;
    await like(api);
    first.answer({ body: [samplePost(9), ...body], headers: NEXT });
    await store.dispatch(postReads.util.getRunningQueryThunk('postsQuietly', '/api/profilePublications/ana'));
    next.answer({ body: [samplePost(3)] });
    await Promise.all([renewed, more]);
    expect(posts().map((post) => post.id)).toEqual([9, 1, 2, 3].map((n) => samplePost(n).id));
    expect(posts()[1]).toMatchObject({ liked: true, likes: 5 });
  });
});

test('of two quiet reads at once the one that comes last is shown, with what the reader did since', async () => {
  store = createStore();
  const { id } = samplePost(1);
  const api = new FakeApi().on(FEED, { body: [samplePost(1)] });
  await store.dispatch(forYou.initiate());
  const [page, alone] = [held(api, FEED), held(api, `GET /api/post/${id}`)];
  store.dispatch(noticeMissedPosts());
  await page.asked;
  store.dispatch(applyHint({ name: 'post-changed', data: { id, comments: 3, likes: 4, views: 70 } }));
  const read = store.dispatch(refreshPost(id));
  await alone.asked;
  page.answer({ body: [samplePost(1, { likes: 5, comments: 1, views: 50 })] });
  await waitFor(() => expect(feed()[0]).toMatchObject({ likes: 4, comments: 3, views: 70 }));
  alone.answer({ body: samplePost(1, { liked: true, likes: 6 }) });
  await read;
  expect(feed()[0]).toMatchObject({ liked: true, likes: 6 });
});

test('what a campaign has got while its list was on its way stays', async () => {
  store = createStore();
  const call = 'GET /api/crowdfunding/all';
  const api = new FakeApi().on(call, { body: [{ id: 'one', currentAmount: 1 }] });
  const endpoints = kindraApi.endpoints as unknown as Record<string, typeof forYou>;
  const { initiate, select } = endpoints.crowdfundings as typeof forYou;
  await store.dispatch(initiate());
  const { asked, answer } = held(api, call);
  const loaded = store.dispatch(initiate(undefined, { forceRefetch: true }));
  await asked;
  store.dispatch(changeCampaign('one', (campaign) => Object.assign(campaign, { currentAmount: 500 })));
  answer({ body: [{ id: 'one', currentAmount: 1 }] });
  await loaded;
  expect(select()(store.getState()).data?.pages[0]?.items).toEqual([{ id: 'one', currentAmount: 500 }]);
});
