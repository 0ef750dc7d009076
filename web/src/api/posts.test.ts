import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { createStore } from '../app/store.ts';
import { FakeApi, type FakeResponse } from '../testing/fake-api.ts';
import { samplePost } from '../testing/samples.ts';
import { kindraApi } from './base.ts';
import { positionsReset } from './entities.ts';
import { applyLiveHint } from './live-effects.ts';
import { checkForMissedPosts, refreshProfilePosts } from './new-posts.ts';
import { getItems } from './paging.ts';
import { refreshPost } from './post-changes.ts';
import { getRepliesArguments, postsApi } from './post-reads.ts';
import { postMutations } from './post-writes.ts';
import { selectListedPosts } from './posts.ts';
import { selectEntity } from './stored-entities.ts';

type Store = ReturnType<typeof createStore>;

let store: Store;
beforeEach(() => {
  store = createStore();
});
afterEach(() => void store.dispatch(kindraApi.util.resetApiState()));

const FEED = 'GET /api/publications';
const { forYouPublications: forYou, profilePublications } = postsApi.endpoints;
const { id } = samplePost(1);
const NEXT = { Link: '</next>; rel="next"' };
const body = [samplePost(1), samplePost(2)];

function selectFeed() {
  const { data } = forYou.select()(store.getState());
  return selectListedPosts(store.getState(), data, getItems(data), { at: 'start', includes: () => true });
}

/** Holds the responses to a call. Each response carries the log position at the time of its request. */
function holdCall(api: FakeApi, call: string) {
  let respond = (_: FakeResponse): void => undefined;
  const requested = new Promise<void>((onRequest) =>
    api.on(call, () => {
      onRequest();
      return new Promise((resolve) => (respond = resolve));
    }),
  );
  return { asked: requested, answer: (response: FakeResponse) => respond(response) };
}

const toPositionHeader = (position: number) => ({ 'X-Read-Position': String(position) });

async function like(api: FakeApi) {
  api.on('POST /api/likePublication', { body: { idPublication: id, liked: true, likes: 5 } });
  const { toggleLike } = postMutations.endpoints;
  await store.dispatch(toggleLike.initiate({ id, liked: true, idempotencyKey: 'key' }));
}

async function publish(api: FakeApi) {
  api.on('POST /api/publication', { body: samplePost(9) });
  const { createPublication } = postMutations.endpoints;
  await store.dispatch(createPublication.initiate({ text: 'New.', idempotencyKey: 'key' }));
}

describe.each(['page', 'reload'] as const)('while a %s of the feed is loading', (by) => {
  async function changeFeed(change: (api: FakeApi) => void | Promise<void>) {
    const headers = { Link: '</api/publications?cursor=c1>; rel="next"' };
    const api = new FakeApi().on(FEED, { body, headers });
    await store.dispatch(forYou.initiate());
    const { asked, answer } = holdCall(api, by === 'page' ? `${FEED}?cursor=c1` : FEED);
    const options = by === 'page' ? { direction: 'forward' as const } : { forceRefetch: true };
    const load = store.dispatch(forYou.initiate(undefined, options));
    await asked;
    await change(api);
    answer(by === 'page' ? { body: [samplePost(3)] } : { body });
    await load;
    return selectFeed();
  }

  test('keeps counters from a live hint', async () => {
    const data = { id, comments: 3, likes: 66, views: 70, position: 7 };
    const [first] = await changeFeed(
      () => void store.dispatch(applyLiveHint({ name: 'post-changed', data })),
    );
    expect(first).toMatchObject({ likes: 66, comments: 3 });
  });

  test('does not show a deleted post again', async () => {
    const data = { id, parentId: null, position: 7 };
    const posts = await changeFeed(() => void store.dispatch(applyLiveHint({ name: 'post-deleted', data })));
    expect(posts[0]?.id).toBe(samplePost(2).id);
  });

  test('keeps a new post of the user at the start, once', async () => {
    const posts = await changeFeed(publish);
    expect(posts.slice(0, 2).map((post) => post.id)).toEqual([samplePost(9).id, id]);
  });

  test('keeps a like', async () => {
    const [first] = await changeFeed(like);
    expect(first).toMatchObject({ liked: true, likes: 5 });
  });
});

test.each(['noticeMissedPosts', 'refreshPost'] as const)(
  'keeps a like when an older response of %s arrives',
  async (by) => {
    const api = new FakeApi().on(FEED, { body });
    await store.dispatch(forYou.initiate());
    const call = by === 'refreshPost' ? `GET /api/post/${id}` : FEED;
    const { asked, answer } = holdCall(api, call);
    store.dispatch(by === 'refreshPost' ? refreshPost(id) : checkForMissedPosts());
    await asked;
    await like(api);
    answer({ body: by === 'refreshPost' ? samplePost(1, { views: 99 }) : [samplePost(1, { views: 99 })] });
    await waitFor(() => expect(selectFeed()[0]?.views).toBe(99));
    expect(selectFeed()[0]).toMatchObject({ liked: true, likes: 5 });
  },
);

test('keeps a like and a page that arrives while the posts of a profile are reloaded', async () => {
  const path = 'GET /api/profilePublications/ana';
  const ana = { profile: 'ana' };
  const api = new FakeApi().on(path, { body, headers: NEXT });
  await store.dispatch(profilePublications.initiate(ana));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const [first, next] = [holdCall(api, path), holdCall(api, 'GET /next')];
  const refresh = store.dispatch(refreshProfilePosts('ana'));
  await first.asked;
  clock.mockRestore();
  const more = store.dispatch(profilePublications.initiate(ana, { direction: 'forward' }));
  await next.asked;
  await like(api);
  first.answer({ body: [samplePost(9), ...body], headers: NEXT });
  next.answer({ body: [samplePost(3)] });
  await Promise.all([refresh, more]);
  const { data } = profilePublications.select(ana)(store.getState());
  const posts = selectListedPosts(store.getState(), data, getItems(data));
  expect(posts.map((post) => post.id)).toEqual([9, 1, 2, 3].map((n) => samplePost(n).id));
  expect(posts[1]).toMatchObject({ liked: true, likes: 5 });
});

test('shows the newer of two reads, whichever arrives last', async () => {
  const api = new FakeApi().on(FEED, { body, headers: toPositionHeader(5) });
  await store.dispatch(forYou.initiate());
  const [page, singlePost] = [holdCall(api, FEED), holdCall(api, `GET /api/post/${id}`)];
  store.dispatch(checkForMissedPosts());
  await page.asked;
  const read = store.dispatch(refreshPost(id));
  await singlePost.asked;
  singlePost.answer({ body: samplePost(1, { liked: true, likes: 6 }), headers: toPositionHeader(9) });
  await read;
  page.answer({
    body: [samplePost(1, { likes: 5 }), samplePost(2, { views: 99 })],
    headers: toPositionHeader(8),
  });
  await waitFor(() => expect(selectFeed()[1]?.views).toBe(99));
  expect(selectFeed()[0]).toMatchObject({ liked: true, likes: 6 });
});

test('shows what the server returns for a read after a like', async () => {
  const api = new FakeApi().on(FEED, { body });
  await store.dispatch(forYou.initiate());
  await like(api);
  api.on(`GET /api/post/${id}`, { body: samplePost(1, { liked: false, likes: 40 }) });
  await store.dispatch(refreshPost(id));
  expect(selectEntity(store.getState(), 'post', id)).toMatchObject({ liked: false, likes: 40 });
});

test('shows a read at a later position than the response to a like', async () => {
  const api = new FakeApi().on(FEED, { body });
  await store.dispatch(forYou.initiate());
  const { asked, answer } = holdCall(api, 'POST /api/likePublication');
  const { toggleLike } = postMutations.endpoints;
  const liked = store.dispatch(toggleLike.initiate({ id, liked: true, idempotencyKey: 'key' }));
  await asked;
  api.on(`GET /api/post/${id}`, {
    body: samplePost(1, { liked: false, likes: 40 }),
    headers: toPositionHeader(50),
  });
  await store.dispatch(refreshPost(id));
  answer({ body: { idPublication: id, liked: true, likes: 5 }, headers: toPositionHeader(30) });
  await liked;
  expect(selectEntity(store.getState(), 'post', id)).toMatchObject({ liked: false, likes: 40 });
});

test('shows the count of a live update, which may include a like that is not answered yet', async () => {
  const api = new FakeApi().on(FEED, { body });
  await store.dispatch(forYou.initiate());
  const { asked, answer } = holdCall(api, 'POST /api/likePublication');
  const { toggleLike } = postMutations.endpoints;
  const liked = store.dispatch(toggleLike.initiate({ id, liked: true, idempotencyKey: 'key' }));
  await asked;
  const data = { id, comments: 3, likes: 66, views: 70, position: 7 };
  store.dispatch(applyLiveHint({ name: 'post-changed', data }));
  expect(selectEntity(store.getState(), 'post', id)).toMatchObject({ liked: true, likes: 66 });
  answer({ body: { idPublication: id, liked: true, likes: 66 } });
  await liked;
});

test('shows a removed post again when a later read contains it', async () => {
  new FakeApi().on(FEED, { body, headers: toPositionHeader(5) });
  await store.dispatch(forYou.initiate());
  const data = { id, authorId: samplePost(1).creatorData.id, parentId: null, position: 6 };
  store.dispatch(applyLiveHint({ name: 'post-taken-down', data }));
  expect(selectFeed()).toHaveLength(1);
  new FakeApi().on(FEED, { body, headers: toPositionHeader(7) });
  await store.dispatch(forYou.initiate(undefined, { forceRefetch: true }));
  expect(selectFeed()).toHaveLength(2);
});

test('accepts lower positions after the server was restored', async () => {
  new FakeApi().on(FEED, { body, headers: toPositionHeader(50) });
  await store.dispatch(forYou.initiate());
  store.dispatch(positionsReset());
  new FakeApi().on(`GET /api/post/${id}`, {
    body: samplePost(1, { likes: 1 }),
    headers: toPositionHeader(3),
  });
  await store.dispatch(refreshPost(id));
  expect(selectFeed()[0]?.likes).toBe(1);
});

test('shows a comment again when staff have restored it', async () => {
  const call = `GET /api/replies/${id}?page=1`;
  const { getReplies } = postsApi.endpoints;
  const comment = samplePost(3, { idParent: id });
  const api = new FakeApi().on(call, { body: [] }).on(`GET /api/post/${comment.id}`, { body: comment });
  await store.dispatch(getReplies.initiate(getRepliesArguments(id)));
  api.on(call, { body: [comment] });
  const data = { id: comment.id, authorId: comment.creatorData.id, parentId: id };
  store.dispatch(applyLiveHint({ name: 'post-restored', data }));
  const listComments = () => getItems(getReplies.select(getRepliesArguments(id))(store.getState()).data);
  await waitFor(() => expect(listComments().map((post) => post.id)).toEqual([comment.id]));
});
