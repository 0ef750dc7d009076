import { screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const user = sampleUser();
const terms = { days: 14, hasPassword: true, walletCoins: 0, coinsInCrowdfundings: 0, crowdfundings: [] };
const ready = {
  id: '01980000-0000-7000-8000-0000000000e1',
  state: 'ready',
  createdAt: '2026-11-20T10:00:00.000Z',
  done: 40,
  total: 40,
  bytes: 12_345,
  expiresAt: '2026-11-27T10:00:00.000Z',
};
const waitingExport = { ...ready, state: 'waiting', done: 10, bytes: null, expiresAt: null };

let app: ReturnType<typeof renderApp>;

const open = (dataExport: object | null, changes: object = {}) => {
  const api = createEmptyApi()
    .on('GET /api/account/data', { body: { dataExport } })
    .on('GET /api/account/deletion', { body: { ...terms, ...changes } });
  app = renderApp({ at: '/settings/data', user, api });
  return api;
};

test('requests a copy and shows its progress', async () => {
  const api = open(null);
  const button = await screen.findByRole('button', { name: 'Request a copy' });
  api
    .on('POST /api/account/data', { body: { dataExport: waitingExport } })
    .on('GET /api/account/data', { body: { dataExport: waitingExport } });
  await app.reader.click(button);
  expect(await screen.findByText('10 of 40 entries')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Written entries' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Request/ })).toBeNull();
  expect(api.sentTo('POST /api/account/data')[0]?.body).toEqual({ language: 'en' });
});

test('shows a finished copy with its size and its end, and offers a new one', async () => {
  open(ready);
  expect(await screen.findByText(/Your copy of Nov 20, 2026 is ready \(13 kB\)/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download ZIP file' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Request a new copy' })).toBeTruthy();
});

test('shows what happens to the coins', async () => {
  open(null, { walletCoins: 1250, coinsInCrowdfundings: 1 });
  expect(await screen.findByText(/Your wallet contains 1,250 coins/)).toBeTruthy();
  expect(screen.getByText(/1 coin is in campaigns/)).toBeTruthy();
});

test('lists the campaigns that prevent the deletion', async () => {
  open(null, { crowdfundings: [{ id: 'c1', title: 'A rescue boat', status: 'ACTIVE' }] });
  const link = await screen.findByRole('link', { name: 'A rescue boat' });
  expect(link.getAttribute('href')).toBe('/crowdfundings/c1');
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
});

const askForDeletion = async () => {
  await app.reader.click(await screen.findByRole('button', { name: 'Delete account' }));
  return within(screen.getByRole('dialog', { name: 'Delete your account?' }));
};

test('deletes the account with its password, and ends the session', async () => {
  const api = open(null).on('POST /api/account/deletion', { body: { eraseAt: '2026-12-09T10:00:00.000Z' } });
  const dialog = await askForDeletion();
  await app.reader.type(dialog.getByLabelText('Your password'), 'Passw0rdOf1');
  await app.reader.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText(/Your account will be erased on December 9, 2026/)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
  expect(localStorage.getItem('token')).toBeNull();
  expect(api.sentTo('POST /api/account/deletion')[0]?.body).toEqual({
    currentPassword: 'Passw0rdOf1',
    language: 'en',
  });
});

test('keeps the dialog open and shows the error of a wrong password', async () => {
  const body = { code: 'WRONG_PASSWORD', params: {}, message: 'The current password is not correct.' };
  const api = open(null).on('POST /api/account/deletion', { status: 400, body });
  const dialog = await askForDeletion();
  await app.reader.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText('Password cannot be empty.')).toBeTruthy();
  expect(api.sentTo('POST /api/account/deletion')).toHaveLength(0);
  await app.reader.type(dialog.getByLabelText('Your password'), 'Wrong0Words');
  await app.reader.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText(body.message)).toBeTruthy();
  expect(localStorage.getItem('token')).not.toBeNull();
});

test('asks no password of an account without one', async () => {
  open(null, { hasPassword: false });
  const dialog = await askForDeletion();
  expect(dialog.queryByLabelText('Your password')).toBeNull();
});

test('asks an account without a password to log in again, and keeps it', async () => {
  const body = { code: 'PROOF_REQUIRED', params: {}, message: 'Please confirm that it is you.' };
  const factors = {
    hasAuthenticator: false,
    passkeys: [],
    recoveryCodes: 0,
    hasPassword: false,
    isRequired: false,
  };
  open(null, { hasPassword: false })
    .on('POST /api/account/deletion', { status: 403, body })
    .on('GET /api/factors', { body: factors });
  const dialog = await askForDeletion();
  await app.reader.click(dialog.getByRole('button', { name: 'Delete account' }));
  const proofDialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
  expect(await proofDialog.findByText(/log out and log in again/)).toBeTruthy();
  await app.reader.click(proofDialog.getByRole('button', { name: 'Close' }));
  expect(await dialog.findByText(body.message)).toBeTruthy();
  expect(localStorage.getItem('token')).not.toBeNull();
});

test('shows that the copy and the terms could not be loaded', async () => {
  const api = createEmptyApi()
    .on('GET /api/account/data', { status: 500, body: { code: 'INTERNAL', message: 'x' } })
    .on('GET /api/account/deletion', { status: 500, body: { code: 'INTERNAL', message: 'x' } });
  app = renderApp({ at: '/settings/data', user, api });
  expect(await screen.findAllByText('Error getting your data.')).toHaveLength(2);
});

test('keeps the dialog of a deletion in flight open, and shows the failure in it', async () => {
  const body = { code: 'WRONG_PASSWORD', params: {}, message: 'The current password is not correct.' };
  const api = open(null);
  const respond = api.hold('POST /api/account/deletion');
  const dialog = await askForDeletion();
  await app.reader.type(dialog.getByLabelText('Your password'), 'Wrong0Words{Enter}');
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  respond({ status: 400, body });
  expect(await dialog.findByText(body.message)).toBeTruthy();
  expect(dialog.getByDisplayValue('Wrong0Words')).toBeTruthy();
});
