import { fireEvent, screen, waitFor } from '@testing-library/react';
import { closeApp, createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleUser } from '../testing/samples.ts';
import { getReturnPath } from './return-target.ts';

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const session = {
  token: 'new',
  expiration: new Date(Date.now() + 3_600_000).toISOString(),
  dataUser: sampleUser(),
};
const api = () =>
  createEmptyApi()
    .on('POST /api/login', { body: session })
    .on('POST /api/google/code?code=c1&state=s1', { body: session })
    .on('GET /api/google/login', { body: 'https://provider.example/?state=s1' });

async function logIn() {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'marmot7' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret123' } });
  await app.reader.click(screen.getByRole('button', { name: 'LOGIN' }));
}

test('the login leads back to the page that asked for it, its query too', async () => {
  app = renderApp({ at: '/wallet/payment?step=1', api: api() });
  await logIn();
  await waitFor(() => expect(getCurrentPath()).toBe('/wallet/payment?step=1'));
});

test('who asks for their own profile gets it after the login', async () => {
  app = renderApp({ at: '/profile', api: api() });
  await logIn();
  await waitFor(() => expect(app.api.sentTo('GET /api/profile/reader')).not.toEqual([]));
});

test('the way back is kept on the way to the registration and back to the login', async () => {
  app = renderApp({ at: '/explore', api: api() });
  await app.reader.click(await screen.findByRole('link', { name: 'Register' }));
  await app.reader.click(await screen.findByRole('button', { name: 'NEXT' }));
  await screen.findByRole('heading', { name: /Account/ });
  await app.reader.click(screen.getByRole('link', { name: 'Log in' }));
  await logIn();
  await waitFor(() => expect(getCurrentPath()).toBe('/explore'));
});

test('the way back outlives the visit to the identity provider, once', async () => {
  sessionStorage.setItem('google-state', 's1');
  sessionStorage.setItem('google-way-back', '/explore');
  app = renderApp({ at: '/google/callback?code=c1&state=s1', api: api() });
  await waitFor(() => expect(getCurrentPath()).toBe('/explore'));
  expect(sessionStorage.getItem('google-way-back')).toBeNull();
});

test.each([
  [{ from: '/post/1?x=2' }, '/post/1?x=2'],
  [{ from: '//elsewhere.example/' }, undefined],
  [{ from: 'https://elsewhere.example/' }, undefined],
  [{ from: 7 }, undefined],
  [null, undefined],
])('out of %j the way back is %j', (state, expected) => {
  expect(getReturnPath(state)).toBe(expected);
});
