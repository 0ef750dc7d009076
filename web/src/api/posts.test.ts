import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { createStore } from '../app/store.ts';
import { type FakeAnswer, FakeApi } from '../testing/fake-api.ts';
import { samplePost } from '../testing/samples.ts';
import { kindraApi } from './base.ts';
import { applyHint } from './live-effects.ts';
import { itemsOf } from './paging.ts';
import { refreshPost } from './post-changes.ts';
import { noticeMissedPosts, renewProfilePosts } from './post-news.ts';
import { postReads } from './post-reads.ts';
import { postWrites } from './post-writes.ts';
import { listedPosts, positionsForgotten, selectPost } from './posts.ts';

type Store = ReturnType<typeof createStore>;

let store: Store;
beforeEach(() => {
  store = createStore();
});
afterEach(() => void store.dispatch(kindraApi.util.resetApiState()));

const FEED = 'GET /api/publications';
const { forYouPublications: forYou, profilePublications } = postReads.endpoints;
const { id } = samplePost(1);
const NEXT = { Link: '</next>; rel="next"' };
const body = [samplePost(1), samplePost(2)];

function feed() {
  const { data } = forYou.select()(store.getState());
  return listedPosts(store.getState(), data, itemsOf(data), { at: 'start', belongs: () => true });
}

/** Registers a call whose responses wait until the test sends them. Their position is that of the request. */
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

const at = (position: number) => ({ 'X-Read-Position': String(position) });

async function like(api: FakeApi) {
  api.on('POST /api/likePublication', { body: { idPublication: id, liked: true, likes: 5 } });
  const { toggleLike } = postWrites.endpoints;
  await store.dispatch(toggleLike.initiate({ id, liked: true, idempotencyKey: 'key' }));
}

async function publish(api: FakeApi) {
  api.on('POST /api/publication', { body: samplePost(9) });
  const { createPublication } = postWrites.endpoints;
  await store.dispatch(createPublication.initiate({ text: 'New.', idempotencyKey: 'key' }));
}

describe.each(['page', 'reload'] as const)('while a %s of the feed is on its way', (by) => {
  async function feedChanged(change: (api: FakeApi) => void | Promise<void>) {
    const headers = { Link: '</api/publications?cursor=c1>; rel="next"' };
    const api = new FakeApi().on(FEED, { body, headers });
    await store.dispatch(forYou.initiate());
    const { asked, answer } = held(api, by === 'page' ? `${FEED}?cursor=c1` : FEED);
    const options = by === 'page' ? { direction: 'forward' as const } : { forceRefetch: true };
    const loaded = store.dispatch(forYou.initiate(undefined, options));
    await asked;
    await change(api);
    answer(by === 'page' ? { body: [samplePost(3)] } : { body });
    await loaded;
    return feed();
  }

  test('keeps counters that a hint brought', async () => {
    const data = { id, comments: 3, likes: 66, views: 70, position: 7 };
    const [first] = await feedChanged(() => void store.dispatch(applyHint({ name: 'post-changed', data })));
    expect(first).toMatchObject({ likes: 66, comments: 3 });
  });

  test('keeps a deleted post away', async () => {
    const data = { id, parentId: null, position: 7 };
    const posts = await feedChanged(() => void store.dispatch(applyHint({ name: 'post-deleted', data })));
    expect(posts[0]?.id).toBe(samplePost(2).id);
  });

  test('keeps a new post of the reader at the start, once', async () => {
    const posts = await feedChanged(publish);
    expect(posts.slice(0, 2).map((post) => post.id)).toEqual([samplePost(9).id, id]);
  });

  test('keeps a like', async () => {
    const [first] = await feedChanged(like);
    expect(first).toMatchObject({ liked: true, likes: 5 });
  });
});

test.each(['noticeMissedPosts', 'refreshPost'] as const)(
  'keeps a like above an older answer of %s',
  async (by) => {
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
  },
);

test('keeps a like and a page that comes meanwhile when the posts of a profile are renewed', async () => {
  const path = 'GET /api/profilePublications/ana';
  const ana = { profile: 'ana' };
  const api = new FakeApi().on(path, { body, headers: NEXT });
  await store.dispatch(profilePublications.initiate(ana));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const [first, next] = [held(api, path), held(api, 'GET /next')];
  const renewed = store.dispatch(renewProfilePosts('ana'));
  await first.asked;
  clock.mockRestore();
  const more = store.dispatch(profilePublications.initiate(ana, { direction: 'forward' }));
  await next.asked;
  await like(api);
  first.answer({ body: [samplePost(9), ...body], headers: NEXT });
  next.answer({ body: [samplePost(3)] });
  await Promise.all([renewed, more]);
  const { data } = profilePublications.select(ana)(store.getState());
  const posts = listedPosts(store.getState(), data, itemsOf(data));
  expect(posts.map((post) => post.id)).toEqual([9, 1, 2, 3].map((n) => samplePost(n).id));
  expect(posts[1]).toMatchObject({ liked: true, likes: 5 });
});

test('of two reads the newer one wins, whichever arrives last', async () => {
  const api = new FakeApi().on(FEED, { body, headers: at(5) });
  await store.dispatch(forYou.initiate());
  const [page, alone] = [held(api, FEED), held(api, `GET /api/post/${id}`)];
  store.dispatch(noticeMissedPosts());
  await page.asked;
  const read = store.dispatch(refreshPost(id));
  await alone.asked;
  alone.answer({ body: samplePost(1, { liked: true, likes: 6 }), headers: at(9) });
  await read;
  page.answer({ body: [samplePost(1, { likes: 5 }), samplePost(2, { views: 99 })], headers: at(8) });
  await waitFor(() => expect(feed()[1]?.views).toBe(99));
  expect(feed()[0]).toMatchObject({ liked: true, likes: 6 });
});

test('shows what the server has once it was read after a like', async () => {
  const api = new FakeApi().on(FEED, { body });
  await store.dispatch(forYou.initiate());
  await like(api);
  api.on(`GET /api/post/${id}`, { body: samplePost(1, { liked: false, likes: 40 }) });
  await store.dispatch(refreshPost(id));
  expect(selectPost(store.getState(), id)).toMatchObject({ liked: false, likes: 40 });
});

test('shows a removed post again when a later read has it', async () => {
  new FakeApi().on(FEED, { body, headers: at(5) });
  await store.dispatch(forYou.initiate());
  const data = { id, authorId: samplePost(1).creatorData.id, parentId: null, position: 6 };
  store.dispatch(applyHint({ name: 'post-taken-down', data }));
  expect(feed()).toHaveLength(1);
  new FakeApi().on(FEED, { body, headers: at(7) });
  await store.dispatch(forYou.initiate(undefined, { forceRefetch: true }));
  expect(feed()).toHaveLength(2);
});

test('takes lower positions after the server was restored', async () => {
  new FakeApi().on(FEED, { body, headers: at(50) });
  await store.dispatch(forYou.initiate());
  store.dispatch(positionsForgotten());
  new FakeApi().on(`GET /api/post/${id}`, { body: samplePost(1, { likes: 1 }), headers: at(3) });
  await store.dispatch(refreshPost(id));
  expect(feed()[0]?.likes).toBe(1);
});
