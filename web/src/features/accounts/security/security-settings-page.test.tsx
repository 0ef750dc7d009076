import { act, screen, waitFor, within } from '@testing-library/react';
import { profilesApi } from '../../../api/profiles.ts';
import { getRecoveryCodes, securityDialogStore } from '../../../state/proof.ts';
import { sessionEnded, sessionStarted } from '../../../state/session.ts';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const RENEW = 'POST /api/factors/recovery-codes';
const CODES = { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] };
const FACTORS = {
  hasAuthenticator: true,
  passkeys: [],
  recoveryCodes: 3,
  hasPassword: true,
  isRequired: false,
};

/** Requests new recovery codes and holds the response. */
async function renewCodes() {
  const api = createEmptyApi().on('GET /api/factors', { body: FACTORS });
  const respond = api.hold(RENEW, { body: CODES });
  const app = renderApp({ at: '/settings/security', user: sampleUser(), api });
  await app.reader.click(await screen.findByRole('button', { name: 'Create new codes' }));
  await waitFor(() => expect(api.sentTo(RENEW)).toHaveLength(1));
  return { ...app, respond };
}

const findCodes = () => screen.findByRole<HTMLDialogElement>('dialog', { name: 'Your recovery codes' });

test('shows new recovery codes until the user confirms them', async () => {
  const { reader, respond } = await renewCodes();
  respond();
  const dialog = await findCodes();
  dialog.close();
  expect(dialog.open).toBe(true);
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES.recoveryCodes);
  await reader.click(within(dialog).getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows recovery codes that arrive after the page was left', async () => {
  const { reader, respond } = await renewCodes();
  await reader.click(screen.getByRole('link', { name: 'Homepage' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create new codes' })).toBeNull());
  respond();
  expect(within(await findCodes()).getByText('aaaa-bbbb')).toBeTruthy();
});

test('does not show recovery codes to an account that logs in before they arrive', async () => {
  const { store, respond } = await renewCodes();
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const dataUser = sampleUser({ id: '01890000-0000-7000-8000-00000000c001' });
  act(() => void store.dispatch(sessionEnded()));
  act(() => void store.dispatch(sessionStarted({ token: 'token-2', expiration, dataUser })));
  const shownCodes: unknown[] = [];
  const unsubscribe = securityDialogStore.subscribe(() => shownCodes.push(getRecoveryCodes()));
  await act(async () => {
    respond();
    // By the time a later request has been answered, the client has processed the earlier response.
    await store.dispatch(
      profilesApi.endpoints.getProfile.initiate({ nickname: dataUser.nickname }, { forceRefetch: true }),
    );
  });
  unsubscribe();
  expect(shownCodes.filter((codes) => codes !== null)).toEqual([]);
});

const confirmCodes = async (reader: ReturnType<typeof renderApp>['reader'], text: RegExp) => {
  const dialog = within(await findCodes());
  expect(dialog.getByText(/^They are shown only now/).textContent).toMatch(text);
  await reader.click(dialog.getByRole('button', { name: 'I have saved them' }));
};

test('says that new recovery codes replace earlier ones, and returns the focus to the button', async () => {
  const { reader, respond } = await renewCodes();
  respond();
  await confirmCodes(reader, /Earlier codes no longer work\.$/);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create new codes' }));
});

test('mentions no earlier codes at the first set-up, and then moves the focus to the heading', async () => {
  const api = createEmptyApi()
    .on('GET /api/factors', { body: { ...FACTORS, hasAuthenticator: false, recoveryCodes: 0 } })
    .on('POST /api/factors/authenticator', { body: { secret: 'ABCD', uri: 'otpauth://totp/Kindra' } })
    .on('PUT /api/factors/authenticator', () => {
      api.on('GET /api/factors', { body: FACTORS });
      return { body: CODES };
    });
  const { reader } = renderApp({ at: '/settings/security', user: sampleUser(), api });
  await reader.click(await screen.findByRole('button', { name: 'Set up' }));
  await reader.type(await screen.findByLabelText('Code'), '123456');
  await reader.click(screen.getByRole('button', { name: 'Activate' }));
  await screen.findByRole('button', { name: 'Remove the app' });
  await confirmCodes(reader, /safe place\.\s*$/);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});
