import { fireEvent, screen, waitFor } from '@testing-library/react';
import { OPEN_CHAT_CALL, other, sampleConversation } from '../testing/chat.tsx';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleAnimal, sampleSession } from '../testing/samples.ts';
import { getReturnPath } from './return-target.ts';

let app: ReturnType<typeof renderApp>;

const createLoginApi = () =>
  createEmptyApi()
    .on('POST /api/login', { body: sampleSession() })
    .on('POST /api/google/code?code=c1&state=s1', { body: sampleSession() })
    .on('GET /api/google/login', { body: 'https://provider.example/?state=s1' });

async function logIn() {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'marmot7' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret123' } });
  await app.reader.click(screen.getByRole('button', { name: 'LOGIN' }));
}

test('returns to the requested page after the login, with its query', async () => {
  app = renderApp({ at: '/wallet/payment?step=1', api: createLoginApi() });
  await logIn();
  await waitFor(() => expect(getCurrentPath()).toBe('/wallet/payment?step=1'));
});

test('opens the own profile after the login that it required', async () => {
  app = renderApp({ at: '/profile', api: createLoginApi() });
  await logIn();
  await waitFor(() => expect(app.api.sentTo('GET /api/profile/reader')).not.toEqual([]));
});

test('keeps the return path between login and registration', async () => {
  app = renderApp({ at: '/explore', api: createLoginApi() });
  await app.reader.click(await screen.findByRole('link', { name: 'Register' }));
  await app.reader.click(await screen.findByRole('button', { name: 'NEXT' }));
  await screen.findByRole('heading', { name: /Account/ });
  await app.reader.click(screen.getByRole('link', { name: 'Log in' }));
  await logIn();
  await waitFor(() => expect(getCurrentPath()).toBe('/explore'));
});

test('uses the return path once after the identity provider', async () => {
  sessionStorage.setItem('google-state', 's1');
  sessionStorage.setItem('google-return-path', '/explore');
  app = renderApp({ at: '/google/callback?code=c1&state=s1', api: createLoginApi() });
  await waitFor(() => expect(getCurrentPath()).toBe('/explore'));
  expect(sessionStorage.getItem('google-return-path')).toBeNull();
});

test.each([
  [{ from: '/post/1?x=2' }, '/post/1?x=2'],
  [{ from: '//elsewhere.example/' }, undefined],
  [{ from: 'https://elsewhere.example/' }, undefined],
  [{ from: 7 }, undefined],
  [null, undefined],
])('reads from %j the return path %j', (state, expected) => {
  expect(getReturnPath(state)).toBe(expected);
});

test('keeps the animal that a visitor contacts an owner about', async () => {
  const animal = sampleAnimal({ owner: other });
  const api = createLoginApi()
    .on(`GET /api/adopt/${animal.id}/data`, { body: animal })
    .on(OPEN_CHAT_CALL, { body: sampleConversation() })
    .on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/adoptable-animals/${animal.id}`, api });
  await app.reader.click(await screen.findByRole('link', { name: 'Contact about Rex' }));
  await logIn();
  expect(await screen.findByRole('link', { name: /About Rex/ })).toBeTruthy();
  expect(getCurrentPath()).toBe(`/conversations/${other.id}`);
});
