import { waitFor } from '@testing-library/react';
import type { Profile, ProfileRow } from '../../../contract/shapes.ts';
import { createStore } from '../app/store.ts';
import '../features/accounts/accounts-api.ts';
import { selectUser, sessionEnded, sessionStarted } from '../state/session.ts';
import { FakeApi } from '../testing/fake-api.ts';
import {
  sampleFullProfile,
  sampleProfile,
  sampleRow,
  sampleSession,
  sampleUser,
} from '../testing/samples.ts';
import { kindraApi } from './base.ts';
import { entitiesReceived, positionsReset } from './entities.ts';
import { type HideProfileArguments, loadHiddenProfiles } from './hidden-profiles.ts';
import { syncOwnProfile } from './own-profile.ts';
import { profilesApi } from './profiles.ts';
import { selectEntity, selectIsHidden } from './stored-entities.ts';

const PAGE = 'GET /api/profile/nickname1';
const SUGGESTIONS = 'GET /api/suggested/profiles';
const FOLLOW = 'POST /api/followProfile';
const HIDDEN = 'GET /api/settings/hidden-profiles';
const { id } = sampleFullProfile(1);
const { getFollowers, getProfile, suggestedProfiles, updateProfile } = profilesApi.endpoints;

/** Endpoints that features inject into the API. */
const { toggleFollow, setProfileHidden } = kindraApi.endpoints as unknown as Record<
  'toggleFollow' | 'setProfileHidden',
  { readonly initiate: (arg: unknown) => ReturnType<typeof updateProfile.initiate> }
>;

let store: ReturnType<typeof createStore>;
let api: FakeApi;
beforeEach(() => {
  localStorage.clear();
  store = createStore();
  api = new FakeApi();
  store.dispatch(sessionStarted(sampleSession()));
});
afterEach(() => void store.dispatch(kindraApi.util.resetApiState()));

const show = () => selectEntity(store.getState(), 'profile', id);

const createResponseAt = (position: number, body: unknown) => ({
  body,
  headers: { 'X-Read-Position': String(position) },
});
const createProfileResponse = (position: number, overrides: Partial<Profile> = {}) =>
  createResponseAt(
    position,
    sampleFullProfile(1, { isBlocked: false, isMuted: false, followers: 5, ...overrides }),
  );
const createRowsResponse = (position: number, overrides: Partial<ProfileRow> = {}) =>
  createResponseAt(position, [sampleRow(1, overrides)]);
const createFollowResponse = (position: number, isItFollowed: boolean, followers: number) =>
  createResponseAt(position, { idProfile: id, isItFollowed, followers });

const requestPage = () =>
  store.dispatch(getProfile.initiate({ nickname: 'nickname1' }, { forceRefetch: true }));
const requestSuggestions = () =>
  store.dispatch(suggestedProfiles.initiate(undefined, { forceRefetch: true }));

async function loadPage(position: number, overrides?: Partial<Profile>): Promise<void> {
  api.on(PAGE, createProfileResponse(position, overrides));
  await requestPage();
}

async function loadSuggestions(position: number, overrides?: Partial<ProfileRow>): Promise<void> {
  api.on(SUGGESTIONS, createRowsResponse(position, overrides));
  await requestSuggestions();
}

type PositionedResponse = ReturnType<typeof createResponseAt>;

/** Starts a request. Returns a function that sends the response. */
async function start(call: string, sendRequest: () => PromiseLike<unknown>) {
  const sendResponse = api.hold(call);
  const before = api.sentTo(call).length;
  const request = sendRequest();
  await waitFor(() => expect(api.sentTo(call)).toHaveLength(before + 1));
  return async (response: PositionedResponse & { readonly status?: number }): Promise<void> => {
    sendResponse(response);
    await request;
  };
}

const startFollow = () =>
  start(FOLLOW, () =>
    store.dispatch(
      toggleFollow.initiate({ id, nickname: 'nickname1', isItFollowed: false, idempotencyKey: 'key' }),
    ),
  );

const FOLLOWED = { isItFollowed: true, followers: 6 };
const NOT_FOLLOWED = { isItFollowed: false, followers: 5 };

describe('a profile in a list', () => {
  test('is stored once, and keeps what only its page contains', async () => {
    await loadPage(5, { following: 3 });
    await loadSuggestions(7, { profileName: 'New name' });
    expect(getProfile.select({ nickname: 'nickname1' })(store.getState()).data).toEqual({ id });
    expect(suggestedProfiles.select()(store.getState()).data).toEqual([{ id }]);
    expect(show()).toMatchObject({ profileName: 'New name', following: 3, followers: 5 });
  });

  test('has newer fields than a page that was read before it and arrives later', async () => {
    await loadSuggestions(9, { profileName: 'New name' });
    await loadPage(5, { following: 3 });
    expect(show()).toMatchObject({ profileName: 'New name', following: 3 });
    await loadPage(9, { profileName: 'Newest name' });
    await loadPage(8, { profileName: 'Old name' });
    expect(show()).toMatchObject({ profileName: 'Newest name' });
  });

  test('that was read before the page changes nothing', async () => {
    await loadPage(9);
    await loadSuggestions(5, { profileName: 'Old name', isItFollowed: true });
    expect(show()).toMatchObject({ profileName: 'Profile 1', ...NOT_FOLLOWED });
  });
});

describe('a follow', () => {
  test.each([
    ['page', PAGE, requestPage, createProfileResponse(6)],
    ['list', SUGGESTIONS, requestSuggestions, createRowsResponse(6)],
  ] as const)('remains after an older response of a %s, before and after it is confirmed', async (...of) => {
    const [, call, request, olderResponse] = of;
    await loadPage(5);
    const respondFirst = await start(call, request);
    const confirm = await startFollow();
    expect(show()).toMatchObject(FOLLOWED);
    await respondFirst(olderResponse);
    expect(show()).toMatchObject(FOLLOWED);
    const respondLast = await start(call, request);
    await confirm(createFollowResponse(9, true, 6));
    await respondLast({ ...olderResponse, headers: { 'X-Read-Position': '8' } });
    expect(show()).toMatchObject(FOLLOWED);
    await loadPage(9, { isItFollowed: true, followers: 7 });
    expect(show()).toMatchObject({ isItFollowed: true, followers: 7 });
  });

  test('adds the reader to the followers that were requested before it', async () => {
    const { nickname } = sampleFullProfile(1);
    const call = `GET /api/profile/${nickname}/followers`;
    const respond = await start(call, () => store.dispatch(getFollowers.initiate({ nickname })));
    const confirm = await startFollow();
    await respond(createResponseAt(6, []));
    api.on(call, createResponseAt(9, [sampleRow(900)]));
    await confirm(createFollowResponse(9, true, 6));
    const selectFollowers = getFollowers.select({ nickname });
    await waitFor(() =>
      expect(selectFollowers(store.getState()).data?.pages[0]?.items).toEqual([{ id: sampleUser().id }]),
    );
  });

  test('is reverted to the newest read when it is refused', async () => {
    await loadPage(5);
    const refuse = await startFollow();
    await loadPage(7, { followers: 8 });
    expect(show()).toMatchObject({ isItFollowed: true, followers: 9 });
    await refuse({ status: 400, ...createResponseAt(8, { message: 'No.', code: 'CANNOT_INTERACT' }) });
    expect(show()).toMatchObject({ isItFollowed: false, followers: 8 });
  });

  test('ends when a newer list shows that it was undone elsewhere', async () => {
    await loadPage(5);
    await (await startFollow())(createFollowResponse(9, true, 6));
    await loadSuggestions(12, { isItFollowed: false });
    expect(show()).toMatchObject(NOT_FOLLOWED);
  });
});

describe('after another account has logged in', () => {
  function logInAsAnother(): void {
    store.dispatch(sessionEnded());
    store.dispatch(sessionStarted(sampleSession(sampleUser({ id: sampleFullProfile(7).id }), 'other')));
  }

  test('a response to the previous one is dropped', async () => {
    const respond = await start(PAGE, requestPage);
    logInAsAnother();
    await respond(createProfileResponse(9, { isItFollowed: true }));
    expect(show()).toBeUndefined();
  });

  test('a follow of the previous one is not shown', async () => {
    await loadPage(5);
    const confirm = await startFollow();
    logInAsAnother();
    await loadPage(6);
    expect(show()).toMatchObject(NOT_FOLLOWED);
    await confirm(createFollowResponse(9, true, 6));
    expect(show()).toMatchObject(NOT_FOLLOWED);
  });
});

test('accepts lower positions after the server was restored, and keeps a follow in flight', async () => {
  await loadPage(50, { followers: 8 });
  await loadSuggestions(60, { profileName: 'New name' });
  const confirm = await startFollow();
  store.dispatch(positionsReset());
  expect(show()).toMatchObject({ profileName: 'New name', isItFollowed: true, followers: 9 });
  await loadPage(3, { followers: 2 });
  expect(show()).toMatchObject({ profileName: 'Profile 1', isItFollowed: true, followers: 3 });
  await confirm(createFollowResponse(4, true, 4));
  expect(show()).toMatchObject({ isItFollowed: true, followers: 4 });
  await loadPage(5, NOT_FOLLOWED);
  expect(show()).toMatchObject(NOT_FOLLOWED);
});

describe('hidden profiles', () => {
  const createHiddenProfilesResponse = (position: number, isBlocked: boolean, isMuted: boolean) =>
    createResponseAt(position, [{ ...sampleFullProfile(1), followers: undefined, isBlocked, isMuted }]);
  const startHiding = (change: Omit<HideProfileArguments, 'id'>) =>
    start(`PUT /api/profile/${id}/${change.kind}`, () =>
      store.dispatch(setProfileHidden.initiate({ id, ...change })),
    );
  const isHidden = () => selectIsHidden(store.getState(), id);

  test.each(['block', 'mute'] as const)('contain a profile from the %s on', async (kind) => {
    await loadPage(5, { isItFollowed: true });
    const loadOlder = await start(HIDDEN, () => store.dispatch(loadHiddenProfiles()));
    const confirm = await startHiding({ kind, isHidden: true });
    expect(isHidden()).toBe(true);
    await loadOlder(createResponseAt(6, []));
    await loadPage(7, { isItFollowed: true });
    const [isBlocked, isMuted] = [kind === 'block', kind === 'mute'];
    await confirm(createResponseAt(9, { idProfile: id, isBlocked, isMuted }));
    expect(isHidden()).toBe(true);
    expect(show()).toMatchObject({ isBlocked, isMuted, isItFollowed: !isBlocked });
    // The response to the write has started a read that later requests would share.
    await waitFor(async () => {
      await loadPage(10);
      expect(isHidden()).toBe(false);
    });
  });

  test('do not contain a profile after a refused block', async () => {
    await loadPage(5, FOLLOWED);
    const refuse = await startHiding({ kind: 'block', isHidden: true });
    expect(show()).toMatchObject({ isBlocked: true, ...NOT_FOLLOWED });
    await refuse({ status: 400, ...createResponseAt(6, { message: 'No.', code: 'TOO_MANY_HIDDEN' }) });
    expect(show()).toMatchObject({ isBlocked: false, ...FOLLOWED });
  });

  test('do not contain a profile that another device shows again', async () => {
    api.on(HIDDEN, createHiddenProfilesResponse(5, false, true));
    await store.dispatch(loadHiddenProfiles());
    expect(isHidden()).toBe(true);
    api.on(HIDDEN, createResponseAt(9, [])).on(`GET /api/profile/${id}`, createProfileResponse(9));
    await store.dispatch(loadHiddenProfiles());
    expect(isHidden()).toBe(false);
  });
});

test('keeps a new name when an older read of the own profile arrives after its change', async () => {
  const { id: ownId } = sampleUser();
  const respond = await start(`GET /api/profile/${ownId}`, () => store.dispatch(syncOwnProfile()));
  api.on('PUT /api/updateProfile', createResponseAt(9, sampleUser({ profileName: 'New name' })));
  await store.dispatch(updateProfile.initiate({ type: 'profileName', newData: 'New name' }));
  await respond(createResponseAt(6, sampleFullProfile(900, { profileName: 'Old name' })));
  expect(selectUser(store.getState())?.profileName).toBe('New name');
  expect(selectEntity(store.getState(), 'profile', ownId)).toMatchObject({
    profileName: 'New name',
    followers: 0,
  });
});

test('follows a picture that lists show, also when it is removed', () => {
  const row = (position: number, over: { readonly avatar?: string }) =>
    store.dispatch(
      entitiesReceived({ entity: 'profile', entities: [{ ...sampleProfile(1), ...over }], position }),
    );
  row(1, { avatar: '/first' });
  row(2, { avatar: '/second' });
  expect(show()?.avatar).toBe('/second');
  row(3, {});
  expect(show()?.avatar).toBeUndefined();
  row(2, { avatar: '/second' });
  expect(show()?.avatar).toBeUndefined();
});
