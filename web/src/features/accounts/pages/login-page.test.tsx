import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { loadDeviceToken, saveDeviceToken } from '../../../state/device-storage.ts';
import { selectUser } from '../../../state/session.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleSession, sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

async function fillIn() {
  await app.reader.type(await screen.findByLabelText('Username'), 'marmot7');
  await app.reader.type(screen.getByLabelText('Password'), 'Secret123');
  await app.reader.click(screen.getByRole('button', { name: 'LOGIN' }));
}

async function logIn(api = createEmptyApi()) {
  app = renderApp({ at: '/login', api });
  await fillIn();
  return api;
}

test('logs in and opens the feed', async () => {
  const api = await logIn(createEmptyApi().on('POST /api/login', { body: sampleSession() }));
  expect(await screen.findByText('Successful login.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
  expect(api.sentTo('POST /api/login')[0]?.body).toEqual({ username: 'marmot7', password: 'Secret123' });
});

describe('a login that the user did not wait for', () => {
  const LOGIN = 'POST /api/login';
  async function leave() {
    await app.reader.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await screen.findByLabelText('The email of your account');
  }

  test('starts the session on the page that is open by then', async () => {
    const api = createEmptyApi();
    const respond = api.hold(LOGIN, { body: sampleSession() });
    await logIn(api);
    await leave();
    await act(async () => respond());
    expect(await screen.findByText('Successful login.')).toBeTruthy();
    expect(getCurrentPath()).toBe('/forgot-password');
    expect(selectUser(app.store.getState())).toBeTruthy();
  });

  test.each([
    ['needs a second factor', { challenge: { token: 't', methods: ['AUTHENTICATOR'] } }],
    ['is not allowed', { type: 'INACTIVE' }],
  ])('does not redirect when it %s', async (_, reason) => {
    const api = createEmptyApi();
    const respond = api.hold(LOGIN, { status: 403, body: { message: 'No.', code: 'NO', ...reason } });
    await logIn(api);
    await leave();
    await act(async () => respond());
    expect(getCurrentPath()).toBe('/forgot-password');
  });

  test('does not leave for the provider', async () => {
    const api = createEmptyApi();
    const respond = api.hold('GET /api/google/login', { body: 'https://accounts.example/?state=s1' });
    app = renderApp({ at: '/login', api });
    await app.reader.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    await leave();
    await act(async () => respond());
    // The state is stored right before the browser leaves for the provider.
    expect(sessionStorage.getItem('google-state')).toBeNull();
  });

  test('with the provider’s code does not redirect when it fails', async () => {
    sessionStorage.setItem('google-state', 's1');
    const api = createEmptyApi();
    const respond = api.hold('POST /api/google/code?code=c1&state=s1', {
      status: 400,
      body: { message: 'No.', code: 'NO' },
    });
    app = renderApp({ at: '/google/callback?code=c1&state=s1', api });
    await screen.findByText(/^We are authenticating/);
    await app.reader.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'CrowdFundings' }),
    );
    await screen.findByRole('heading', { level: 1, name: 'CrowdFundings' });
    await act(async () => respond());
    expect(await screen.findByText('No.')).toBeTruthy();
    expect(getCurrentPath()).toBe('/crowdfundings');
  });
});

test('stores the device token of a login', async () => {
  await logIn(
    createEmptyApi().on('POST /api/login', { body: { ...sampleSession(), deviceToken: 'device-1' } }),
  );
  await screen.findByText('Successful login.');
  expect(loadDeviceToken()).toBe('device-1');
});

test('sends the stored device token', async () => {
  const api = createEmptyApi().on('POST /api/login', { body: sampleSession() });
  app = renderApp({ at: '/login', api });
  saveDeviceToken('device-1');
  await fillIn();
  await screen.findByText('Successful login.');
  expect(api.sentTo('POST /api/login')[0]?.headers.get('X-Device-Token')).toBe('device-1');
  expect(loadDeviceToken()).toBe('device-1');
});

test('shows that the login is locked', async () => {
  const body = { message: 'Too many wrong passwords. Please try again later.', code: 'LOGIN_LOCKED' };
  await logIn(createEmptyApi().on('POST /api/login', { status: 429, body }));
  expect(await screen.findByText(body.message)).toBeTruthy();
  expect(getCurrentPath()).toBe('/login');
});

test('shows wrong credentials once, marks the fields and keeps their values', async () => {
  const body = { message: 'Incorrect username or password.', code: 'INCORRECT_CREDENTIALS' };
  await logIn(createEmptyApi().on('POST /api/login', { status: 400, body }));
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(screen.getAllByText(body.message)).toHaveLength(1);
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'marmot7');
});

test.each([
  ['NOT_APPROVED', 'Your organization account is awaiting approval'],
  ['INACTIVE', 'Your account is deactivated'],
  ['BANNED', 'Your account is banned'],
])('shows the notice and the message of an account that is %s', async (type, title) => {
  await logIn(
    createEmptyApi().on('POST /api/login', { status: 403, body: { message: 'No.', code: type, type } }),
  );
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(getCurrentPath()).toBe('/awaiting-approval');
  expect(screen.getByText('No.')).toBeTruthy();
});

test('shows when a ban ends', async () => {
  const body = { message: 'No.', code: 'BANNED', type: 'BANNED', until: '2026-12-02T10:00:00.000Z' };
  await logIn(createEmptyApi().on('POST /api/login', { status: 403, body }));
  expect(await screen.findByRole('heading', { name: 'Your account is banned' })).toBeTruthy();
  expect(screen.getByText(/^The ban ends on .*2026.* You can log in again after that\.$/)).toBeTruthy();
});

test.each([
  ['NOT_APPROVED', false],
  ['INACTIVE', true],
  ['BANNED', true],
])('the notice of an account that is %s shows the address of the support: %s', async (type, isShown) => {
  document.documentElement.dataset.support = 'help@kindra.example';
  await logIn(
    createEmptyApi().on('POST /api/login', { status: 403, body: { message: 'No.', code: type, type } }),
  );
  await screen.findByRole('link', { name: 'Go to the homepage' });
  const link = screen.queryByRole('link', { name: 'help@kindra.example' });
  delete document.documentElement.dataset.support;
  expect(link?.getAttribute('href')).toBe(isShown ? 'mailto:help@kindra.example' : undefined);
});

test('does not send empty fields', async () => {
  const api = createEmptyApi();
  app = renderApp({ at: '/login', api });
  await app.reader.click(await screen.findByRole('button', { name: 'LOGIN' }));
  expect(await screen.findByText('Username cannot be empty.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  expect(api.sentTo('POST /api/login')).toHaveLength(0);
});

test.each(['/login', '/register'])('redirects a logged-in user from %s to the settings', async (at) => {
  app = renderApp({ at, user: sampleUser(), width: 800 });
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy();
  expect(getCurrentPath()).toBe('/settings');
});

test('shows no notice without a reason', async () => {
  app = renderApp({ at: '/awaiting-approval' });
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test('logs in with the provider’s code if the state matches the stored one', async () => {
  sessionStorage.setItem('google-state', 's1');
  const api = createEmptyApi().on('POST /api/google/code?code=c1&state=s1', { body: sampleSession() });
  app = renderApp({ at: '/google/callback?code=c1&state=s1', api });
  expect(await screen.findByText('Successful login.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
  expect(sessionStorage.getItem('google-state')).toBeNull();
  expect(api.sent.filter(({ path }) => path.startsWith('/api/google/code'))).toHaveLength(1);
});

test.each(['/google/callback?code=c1&state=forged', '/google/callback?code=c1', '/google/callback'])(
  'does not log in with %s',
  async (at) => {
    sessionStorage.setItem('google-state', 's1');
    const api = createEmptyApi();
    app = renderApp({ at, api });
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    expect(api.sent.filter(({ path }) => path.startsWith('/api/google'))).toHaveLength(0);
  },
);

test('shows that it is authenticating', async () => {
  sessionStorage.setItem('google-state', 's1');
  const api = createEmptyApi().on(
    'POST /api/google/code?code=c1&state=s1',
    () => new Promise(() => undefined),
  );
  app = renderApp({ at: '/google/callback?code=c1&state=s1', api });
  expect(
    await screen.findByText('We are authenticating your Google account. Please wait a moment...'),
  ).toBeTruthy();
});

test('reports blocked storage before it redirects to the provider', async () => {
  const api = createEmptyApi().on('GET /api/google/login', { body: 'https://accounts.example/?state=s1' });
  app = renderApp({ at: '/login', api });
  const storage = jest.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  await app.reader.click(button);
  expect(await screen.findByText(/^Your browser blocks storage for Kindra/)).toBeTruthy();
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
  storage.mockRestore();
});

test('allows another attempt after the user returns from the provider', async () => {
  const api = createEmptyApi().on('GET /api/google/login', () => new Promise(() => undefined));
  app = renderApp({ at: '/login', api });
  const button = await screen.findByRole('button', { name: 'Continue with Google' });
  await app.reader.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(button.getAttribute('aria-busy')).not.toBe('true');
});
