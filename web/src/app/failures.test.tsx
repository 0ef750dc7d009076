import { screen, waitFor } from '@testing-library/react';
import { sectionLeft } from '../state/feed.ts';
import { feedbackAdded, feedbackRemoved } from '../state/feedback.ts';
import { sessionExpired } from '../state/session.ts';
import type { FakeApi } from '../testing/fake-api.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleFullProfile, samplePost, sampleProfile, sampleRow, sampleUser } from '../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const ownPost = samplePost(1, { creatorData: sampleProfile(900) });
const POST_PATH = `/api/post/${ownPost.id}`;
const REPLIES = `/api/replies/${ownPost.id}?page=1`;
const profile = sampleFullProfile(1);

/** Creates a fake API with responses for all screens below. */
const createFullApi = () =>
  createEmptyApi()
    .on('GET /api/publications', { body: [ownPost] })
    .on(`GET ${POST_PATH}`, { body: ownPost })
    .on(`GET ${REPLIES}`, { body: [] })
    .on('GET /api/profile/nickname1', { body: profile })
    .on('GET /api/profilePublications/nickname1', { body: [] });

const press = async (name: string, role: 'button' | 'menuitem' | 'tab' = 'button') =>
  app.reader.click(await screen.findByRole(role, { name }));

const deletePost = async () => {
  await press('Post options');
  await press('Delete', 'menuitem');
  await press('Delete');
};
const logIn = async () => {
  await app.reader.type(await screen.findByLabelText('Username'), 'marmot7');
  await app.reader.type(screen.getByLabelText('Password'), 'Secret123');
  await press('LOGIN');
};
const changeProfileName = async () => {
  await app.reader.type(await screen.findByLabelText('Profile name'), 'x');
  await press('Save profile name');
};

type Case = readonly [sentence: string, call: string, at: string, act: () => Promise<void>];
const doNothing = async () => {};
const user = sampleUser();

test.each<Case>([
  [
    'Error making request to get posts from profile.',
    'GET /api/profilePublications/nickname1',
    '/profile/nickname1',
    doNothing,
  ],
  ['Error making request when loading post.', `GET ${POST_PATH}`, `/post/${ownPost.id}`, doNothing],
  ['Error making request when loading replies.', `GET ${REPLIES}`, `/post/${ownPost.id}`, doNothing],
  [
    'Error making request when deleting publication.',
    `DELETE /api/publication/${ownPost.id}`,
    '/',
    deletePost,
  ],
  ['Error performing request to get profile.', 'GET /api/profile/nickname1', '/profile/nickname1', doNothing],
  [
    'Error performing request to get profile followers.',
    'GET /api/profile/nickname1/followers',
    '/profile/nickname1/followers',
    doNothing,
  ],
  [
    'Error performing request to get followed profiles.',
    'GET /api/profile/nickname1/following',
    '/profile/nickname1/following',
    doNothing,
  ],
  [
    'Error making request to update your profile.',
    'PUT /api/updateProfile',
    '/settings/account',
    changeProfileName,
  ],
  ['Error completing request when logging in.', 'POST /api/login', '/login', logIn],
  [
    'Error getting conversation.',
    `GET /api/conversation/${profile.id}`,
    `/conversations/${profile.id}`,
    doNothing,
  ],
])('shows "%s" when there is no response', async (sentence, call, at, act) => {
  const api = createFullApi().breakCall(call);
  app = renderApp({ at, user: at === '/login' ? undefined : user, api });
  await act();
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(getMessages()).toContainEqual(['bad', sentence]);
});

const getMessages = () =>
  app.store.getState().feedback.messages.map(({ type, message }) => [type, message] as const);

const sessionEndedResponse = {
  status: 401,
  body: { message: 'Your session has expired.', code: 'SESSION_EXPIRED' },
};
const READS: readonly (readonly [string, string, () => Promise<void>])[] = [
  ['GET /api/profilePublications/nickname1', '/profile/nickname1', doNothing],
  [`GET ${REPLIES}`, `/post/${ownPost.id}`, doNothing],
  [`DELETE /api/publication/${ownPost.id}`, '/', deletePost],
];

test.each(READS)('ends the session and opens the login after a 401 of %s', async (call, at, act) => {
  app = renderApp({ at, user, api: createFullApi().on(call, sessionEndedResponse) });
  await act();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(getMessages()).toContainEqual(['info', 'Your session has expired.']);
  expect(localStorage).toHaveLength(0);
});

test('resets posts, following posts, scroll, section and suggestions when the session ends', async () => {
  const followed = samplePost(2);
  const api: FakeApi = createFullApi()
    .on('GET /api/following/publications', { body: [followed] })
    .on('GET /api/suggested/profiles', { body: [sampleRow(5)] })
    .on('GET /api/suggested/org-profiles', { body: [sampleRow(6)] });
  app = renderApp({ user, api });
  const loadedTexts = [ownPost.text, followed.text, sampleRow(5).profileName, sampleRow(6).profileName];
  await screen.findByText(ownPost.text);
  for (const { profileName } of [sampleRow(5), sampleRow(6)]) await screen.findByText(profileName);
  await press('Following', 'tab');
  await screen.findByText(followed.text);
  for (const section of ['foryou', 'following'] as const)
    app.store.dispatch(sectionLeft({ section, scroll: 700 }));
  for (const path of [
    'publications',
    'following/publications',
    'suggested/profiles',
    'suggested/org-profiles',
  ])
    api.on(`GET /api/${path}`, { body: [] });
  api.on('POST /api/logout', { body: '' });
  app.store.dispatch(sessionExpired());
  expect(app.store.getState().feed).toMatchObject({
    section: 'foryou',
    scroll: { foryou: 0, following: 0, others: 0 },
  });
  const cache = JSON.stringify(app.store.getState().api.queries);
  for (const text of loadedTexts) expect(cache).not.toContain(text);
  await waitFor(() => {
    for (const text of loadedTexts) expect(screen.queryByText(text)).toBeNull();
  });
});

test('appends messages with unique ids, and removes them by id', () => {
  app = renderApp();
  for (const type of ['ok', 'bad', 'info'] as const)
    app.store.dispatch(feedbackAdded(type, `It is ${type}.`));
  const messages = app.store.getState().feedback.messages;
  expect(messages.map(({ type, message }) => [type, message])).toEqual([
    ['ok', 'It is ok.'],
    ['bad', 'It is bad.'],
    ['info', 'It is info.'],
  ]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
  app.store.dispatch(feedbackRemoved(messages[1]?.id ?? ''));
  expect(getMessages().map(([type]) => type)).toEqual(['ok', 'info']);
});
