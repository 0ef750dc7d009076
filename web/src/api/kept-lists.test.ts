import { jest } from '@jest/globals';
import { createStore } from '../app/store.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { kindraApi } from './base.ts';
import './adoption.ts';
import './crowdfunding.ts';
import './post-reads.ts';
import './profiles.ts';

const MINUTE_MS = 60_000;

interface QuerySubscription {
  readonly unsubscribe: () => void;
}
interface Endpoint {
  readonly initiate: (arg: unknown) => never;
  readonly select: (arg: unknown) => (state: unknown) => { readonly data?: unknown };
}

afterEach(() => jest.useRealTimers());

test.each([
  ['forYouPublications', undefined, '/api/publications'],
  ['followingPublications', undefined, '/api/following/publications'],
  ['profilePublications', { profile: 'ana' }, '/api/profilePublications/ana'],
  ['getFollowers', { nickname: 'ana' }, '/api/profile/ana/followers'],
  ['getFollowing', { nickname: 'ana' }, '/api/profile/ana/following'],
  ['activeCrowdfundings', undefined, '/api/crowdfunding/all'],
  ['profileCrowdfundings', { nickname: 'ana' }, '/api/crowdfunding/profile/ana'],
  ['getAnimals', {}, '/api/adopt/animals'],
  ['profileAnimals', { nickname: 'ana' }, '/api/adopt/profile/ana'],
])('keeps the list %s in the cache for ten minutes after its last use', async (name, arg, path) => {
  new FakeApi().on(`GET ${path}`, { body: [] });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const store = createStore();
  const { initiate, select } = (kindraApi.endpoints as unknown as Record<string, Endpoint>)[name] as Endpoint;
  const subscription: Promise<unknown> & QuerySubscription = store.dispatch(initiate(arg));
  await subscription;
  subscription.unsubscribe();
  const isKept = () => select(arg)(store.getState()).data !== undefined;
  jest.advanceTimersByTime(9 * MINUTE_MS);
  expect(isKept()).toBe(true);
  jest.advanceTimersByTime(2 * MINUTE_MS);
  expect(isKept()).toBe(false);
});
