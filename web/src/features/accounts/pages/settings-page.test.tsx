import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { selectUser, sessionUserChanged } from '../../../state/session.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleFullProfile, sampleSession, sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const user = sampleUser();

const open = (at: string, api = createEmptyApi(), width = 1440) => {
  app = renderApp({ at, user, api, width });
  return api;
};

const renameProfile = async (label: string, name: string) => {
  const field = await screen.findByLabelText(label);
  await app.reader.clear(field);
  await app.reader.type(field, name);
  await app.reader.click(screen.getByRole('button', { name: `Save ${label.toLowerCase()}` }));
};

test.each([1025, 1440])('opens the settings with the account at %i px', async (width) => {
  open('/settings', createEmptyApi(), width);
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy();
  expect(getCurrentPath()).toBe('/settings/account');
  expect(screen.getByRole('link', { name: 'Advanced management' })).toBeTruthy();
});

test.each([360, 1024])('shows only the list at %i px', async (width) => {
  open('/settings', createEmptyApi(), width);
  expect(await screen.findByRole('link', { name: 'Account' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Advanced management' })).toBeTruthy();
  expect(getCurrentPath()).toBe('/settings');
});

test('lists all settings, those of the account first', async () => {
  open('/settings', createEmptyApi(), 360);
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Account',
    'Advanced management',
    'Email',
    'Password',
    'Security',
    'Devices',
    'Language and theme',
    'Notifications',
    'Messages',
    'Blocked and muted',
    'Your data',
  ]);
});

test.each([360, 1440])('lists the notification settings at %i px', async (width) => {
  const api = createEmptyApi().on('GET /api/notifications/settings', {
    body: { muted: ['FOLLOW'], notMailed: [] },
  });
  open('/settings', api, width);
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }));
  await app.reader.click(list.getByRole('link', { name: 'Notifications' }));
  expect(await screen.findByRole('checkbox', { name: 'New followers' })).toHaveProperty('checked', false);
  expect(getCurrentPath()).toBe('/settings/notifications');
  const main = within(screen.getByRole('main'));
  if (width === 360) await app.reader.click(main.getByRole('link', { name: 'Settings' }));
  expect(main.getByRole('navigation', { name: 'Settings' })).toBeTruthy();
});

test('redirects a visitor to the login', async () => {
  app = renderApp({ at: '/settings/account' });
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(await screen.findByText('You must log in to access this page.')).toBeTruthy();
});

test('stores a new profile name in the session', async () => {
  const changedUser = { ...user, profileName: 'Rea Vila' };
  const api = open('/settings/account', createEmptyApi().on('PUT /api/updateProfile', { body: changedUser }));
  await renameProfile('Profile name', 'Rea Vila');
  expect(await screen.findByText('Profile name changes successfully completed.')).toBeTruthy();
  expect(api.sentTo('PUT /api/updateProfile')[0]?.body).toEqual({
    type: 'profileName',
    newData: 'Rea Vila',
  });
  expect(selectUser(app.store.getState())?.profileName).toBe('Rea Vila');
  expect(localStorage.getItem('userData')).toContain('Rea Vila');
});

test('accepts the saved name after spaces around it were trimmed', async () => {
  const changedUser = { ...user, profileName: 'Rea Vila' };
  open('/settings/account', createEmptyApi().on('PUT /api/updateProfile', { body: changedUser }));
  await renameProfile('Profile name', 'Rea Vila ');
  await screen.findByText('Profile name changes successfully completed.');
  const field = screen.getByLabelText('Profile name');
  expect(field).toHaveProperty('value', 'Rea Vila');
  await app.reader.type(field, ' ');
  await app.reader.tab();
  expect(field.getAttribute('aria-invalid')).toBeNull();
});

test('shows a name from another tab, unless the user is typing another one', async () => {
  open('/settings/account');
  const field = await screen.findByLabelText<HTMLInputElement>('Profile name');
  const changeStoredName = (profileName: string) =>
    act(() => void app.store.dispatch(sessionUserChanged({ ...user, profileName })));
  changeStoredName('Rea Vila');
  expect(field.value).toBe('Rea Vila');
  await app.reader.type(field, ' Serra');
  changeStoredName('Rea');
  expect(field.value).toBe('Rea Vila Serra');
});

test('stores the new token of a new nickname', async () => {
  const body = sampleSession({ ...user, nickname: 'rea_vila' }, 'token-2');
  open('/settings/account', createEmptyApi().on('PUT /api/updateProfileAndToken', { body }));
  await renameProfile('Nickname', 'rea_vila');
  expect(await screen.findByText('Nickname changes successfully completed.')).toBeTruthy();
  expect(localStorage.getItem('token')).toBe('token-2');
  expect(getCurrentPath()).toBe('/settings/account');
});

test.each([
  ['Profile name', user.profileName, 'The new profile name is the same as the current one.'],
  ['Nickname', user.nickname, 'The new nickname is the same as the current one.'],
])('refuses the current %s', async (label, name, sentence) => {
  const api = open('/settings/account');
  await renameProfile(label, name);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  expect(api.sent.filter(({ method }) => method === 'PUT')).toHaveLength(0);
});

test('shows at the field that a nickname is taken', async () => {
  const body = { message: 'The nickname is already taken.', code: 'NICKNAME_TAKEN' };
  open('/settings/account', createEmptyApi().on('PUT /api/updateProfileAndToken', { status: 400, body }));
  await renameProfile('Nickname', 'rea_vila');
  const field = screen.getByLabelText('Nickname');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field).toHaveProperty('value', 'rea_vila');
  expect(screen.getAllByText(body.message)).toHaveLength(1);
});

test('ends the session on logout without asking the visitor to log in', async () => {
  open('/settings/advanced-management', createEmptyApi().on('POST /api/logout', { status: 204 }));
  await app.reader.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Successful logout.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByText('You must log in to access this page.')).toBeNull();
});

test('ends the session in this browser only when there is no response', async () => {
  open('/settings/advanced-management', createEmptyApi().breakCall('POST /api/logout'));
  await app.reader.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(
    await screen.findByText(
      'You are logged out in this browser, but Kindra could not be reached to end the session.',
    ),
  ).toBeTruthy();
  expect(screen.queryByText('Successful logout.')).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

test('shows the error of a refused logout', async () => {
  const body = { message: 'Too many requests. Please try again later.', code: 'RATE_LIMITED' };
  open('/settings/advanced-management', createEmptyApi().on('POST /api/logout', { status: 429, body }));
  await app.reader.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByText(body.message)).toBeTruthy();
  expect(screen.queryByText(/could not be reached/)).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

test('deactivates the account after confirmation', async () => {
  const response = { message: 'The account has been successfully deactivate.' };
  const api = open(
    '/settings/advanced-management',
    createEmptyApi().on('PUT /api/profile/deactivate', { body: response }),
  );
  await app.reader.click(await screen.findByRole('button', { name: 'Deactivate account' }));
  await app.reader.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(api.sentTo('PUT /api/profile/deactivate')).toHaveLength(0);
  await app.reader.click(screen.getByRole('button', { name: 'Deactivate account' }));
  const [, confirm] = screen.getAllByRole('button', { name: 'Deactivate account' });
  await app.reader.click(confirm as HTMLElement);
  expect(await screen.findByText(response.message)).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

test('keeps the theme of the menu and of the settings in sync in every tab', async () => {
  open('/settings/appearance');
  const dark = await screen.findByRole<HTMLInputElement>('radio', { name: 'Dark' });
  await app.reader.click(dark);
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeTruthy();
  await app.reader.click(screen.getByRole('button', { name: 'Theme: dark' }));
  expect(dark.checked).toBe(false);
  localStorage.setItem('theme', 'dark');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  });
  expect(dark.checked).toBe(true);
  expect(document.documentElement.dataset.theme).toBe('dark');
  await app.reader.click(screen.getByRole('radio', { name: 'System' }));
});

test('stores the chosen theme', async () => {
  open('/settings/appearance');
  await app.reader.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await app.reader.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('saves a bio, counts its characters and removes it', async () => {
  const body = { ...user, bio: 'Otters first.' };
  const api = open('/settings/account', createEmptyApi().on('PUT /api/updateProfile', { body }));
  const field = await screen.findByLabelText('Bio');
  await app.reader.type(field, ' Otters first.');
  expect(screen.getByText('14 / 160')).toBeTruthy();
  await app.reader.click(screen.getByRole('button', { name: 'Save bio' }));
  expect(await screen.findByText('Bio changes successfully completed.')).toBeTruthy();
  expect(field).toHaveProperty('value', 'Otters first.');
  expect(selectUser(app.store.getState())?.bio).toBe('Otters first.');
  api.on('PUT /api/updateProfile', { body: user });
  await app.reader.clear(field);
  await app.reader.click(screen.getByRole('button', { name: 'Save bio' }));
  await waitFor(() => expect(selectUser(app.store.getState())?.bio).toBe(''));
  expect(api.sentTo('PUT /api/updateProfile').map(({ body: sent }) => sent)).toEqual([
    { type: 'bio', newData: ' Otters first.' },
    { type: 'bio', newData: '' },
  ]);
});

test('shows the stored form of a website, for organizations only', async () => {
  open('/settings/account');
  await screen.findByLabelText('Bio');
  expect(screen.queryByLabelText('Website')).toBeNull();
  cleanup();

  const organization = sampleUser({ role: 'ORG' });
  const body = { ...organization, website: 'https://good-paws.example/' };
  const api = createEmptyApi().on('PUT /api/updateProfile', { body });
  app = renderApp({ at: '/settings/account', user: organization, api });
  const field = await screen.findByLabelText('Website');
  await app.reader.type(field, 'good-paws');
  await app.reader.tab();
  expect(
    screen.getByText('The website must be an address that begins with http:// or https://.'),
  ).toBeTruthy();
  await app.reader.clear(field);
  await app.reader.type(field, 'https://Good-Paws.example');
  await app.reader.click(screen.getByRole('button', { name: 'Save website' }));
  expect(await screen.findByText('Website changes successfully completed.')).toBeTruthy();
  expect(field).toHaveProperty('value', 'https://good-paws.example/');
});

test('shows a bio that was changed on another device', async () => {
  const profile = sampleFullProfile(900, { bio: 'From my phone.' });
  open('/settings/account', createEmptyApi().on(`GET /api/profile/${user.id}`, { body: profile }));
  const field = await screen.findByLabelText('Bio');
  await waitFor(() => expect(field).toHaveProperty('value', 'From my phone.'));
});
