import { waitFor } from '@testing-library/react';
import { createStore } from '../app/store.ts';
import { CROWDFUNDING_ID as id, sampleCrowdfunding } from '../testing/crowdfunding.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { kindraApi } from './base.ts';
import { crowdfundingsApi } from './crowdfunding.ts';
import './crowdfunding-writes.ts';
import { positionsReset } from './entities.ts';
import { applyLiveHint } from './live-effects.ts';
import { selectEntity } from './stored-entities.ts';

const LIST = 'GET /api/crowdfunding/all';
const { activeCrowdfundings, getCrowdfunding, donate } = crowdfundingsApi.endpoints;

let store: ReturnType<typeof createStore>;
let api: FakeApi;
beforeEach(() => {
  store = createStore();
  api = new FakeApi();
});
afterEach(() => void store.dispatch(kindraApi.util.resetApiState()));

/** Builds a response that contains the amount and a log position. */
const createResponseAt = (position: number, currentAmount: number) => ({
  body: [sampleCrowdfunding({ currentAmount })],
  headers: { 'X-Read-Position': String(position) },
});

const selectAmount = () => selectEntity(store.getState(), 'crowdfunding', id)?.currentAmount;

async function loadList(position: number, currentAmount: number): Promise<void> {
  api.on(LIST, createResponseAt(position, currentAmount));
  await store.dispatch(activeCrowdfundings.initiate(undefined, { forceRefetch: true }));
}

/** Starts to load the list. Returns a function that sends the response. */
async function startLoadingList() {
  const respond = api.hold(LIST);
  const before = api.sentTo(LIST).length;
  const load = store.dispatch(activeCrowdfundings.initiate(undefined, { forceRefetch: true }));
  await waitFor(() => expect(api.sentTo(LIST)).toHaveLength(before + 1));
  return async (position: number, currentAmount: number): Promise<void> => {
    respond(createResponseAt(position, currentAmount));
    await load;
  };
}

const receiveHint = (position: number, currentAmount: number) =>
  store.dispatch(
    applyLiveHint({
      name: 'crowdfunding-changed',
      data: { id, status: 'ACTIVE', currentAmount, numDonations: 3, position },
    }),
  );

/** Starts a donation. Returns a function that sends the response. */
async function startDonation(amount: number) {
  const call = `POST /api/transaction/donate/${id}?amount=${amount}`;
  const respond = api.hold(call);
  const donated = store.dispatch(
    donate.initiate({ crowdfundingId: id, amount: String(amount), idempotencyKey: `key ${amount}` }),
  );
  await waitFor(() => expect(api.sentTo(call)).toHaveLength(1));
  return async (position: number, currentAmount: number): Promise<void> => {
    const { headers, body } = createResponseAt(position, currentAmount);
    respond({ headers, body: { walletCoins: 0, crowdfunding: body[0] } });
    await donated;
  };
}

test('keeps the amount of a live update that arrives while the list is loading', async () => {
  await loadList(5, 100);
  const answer = await startLoadingList();
  receiveHint(9, 600);
  expect(selectAmount()).toBe(600);
  await answer(7, 300);
  expect(selectAmount()).toBe(600);
  await loadList(12, 400);
  expect(selectAmount()).toBe(400);
});

test.each([
  ['an older live update', () => receiveHint(8, 300)],
  ['an older response of the list', () => loadList(8, 300)],
])('keeps the amount of a donation after %s', async (_, receive) => {
  await loadList(5, 100);
  await (await startDonation(500))(9, 600);
  await receive();
  expect(selectAmount()).toBe(600);
});

test('keeps the newer amount of two donations, in any order of their responses', async () => {
  await loadList(5, 100);
  const [answerFirst, answerSecond] = [await startDonation(500), await startDonation(200)];
  await answerSecond(10, 800);
  expect(selectAmount()).toBe(800);
  await answerFirst(9, 600);
  expect(selectAmount()).toBe(800);
});

test('keeps the newer of two live updates', async () => {
  await loadList(5, 100);
  receiveHint(9, 600);
  receiveHint(8, 300);
  expect(selectAmount()).toBe(600);
});

test('shows a donation in all lists and on the page of the campaign', async () => {
  await loadList(5, 100);
  const [crowdfunding] = createResponseAt(5, 100).body;
  api.on(`GET /api/crowdfunding/${id}/data`, { body: crowdfunding, headers: { 'X-Read-Position': '5' } });
  await store.dispatch(getCrowdfunding.initiate({ id }));
  await (await startDonation(500))(9, 600);
  expect(getCrowdfunding.select({ id })(store.getState()).data).toEqual({ id });
  expect(activeCrowdfundings.select()(store.getState()).data?.pages[0]?.items).toEqual([{ id }]);
  expect(selectAmount()).toBe(600);
});

test('accepts lower positions after the server was restored', async () => {
  await loadList(50, 600);
  receiveHint(60, 700);
  store.dispatch(positionsReset());
  expect(selectAmount()).toBe(700);
  await loadList(3, 100);
  expect(selectAmount()).toBe(100);
});
