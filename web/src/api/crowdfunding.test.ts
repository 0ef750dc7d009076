import { createStore } from '../app/store.ts';
import { type FakeAnswer, FakeApi } from '../testing/fake-api.ts';
import { crowdfundingsApi, updateCrowdfunding } from './crowdfunding.ts';

test('keeps the amount of a crowdfunding that changed while its list was loading', async () => {
  const store = createStore();
  const call = 'GET /api/crowdfunding/all';
  const api = new FakeApi().on(call, { body: [{ id: 'one', currentAmount: 1 }] });
  const { initiate, select } = crowdfundingsApi.endpoints.activeCrowdfundings;
  await store.dispatch(initiate());
  let answer = (_: FakeAnswer): void => undefined;
  let loaded: Promise<unknown> | undefined;
  await new Promise<void>((asked) => {
    api.on(call, () => {
      asked();
      return new Promise((resolve) => (answer = resolve));
    });
    loaded = store.dispatch(initiate(undefined, { forceRefetch: true }));
  });
  store.dispatch(
    updateCrowdfunding('one', (crowdfunding) => Object.assign(crowdfunding, { currentAmount: 500 })),
  );
  answer({ body: [{ id: 'one', currentAmount: 1 }] });
  await loaded;
  expect(select()(store.getState()).data?.pages[0]?.items).toEqual([{ id: 'one', currentAmount: 500 }]);
});
