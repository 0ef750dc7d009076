import { screen, waitFor, within } from '@testing-library/react';
import { donor, renderAudit } from '../../../testing/audit.ts';
import { createId } from '../../../testing/samples.ts';

const ADJUSTMENTS = '/api/dashboard/adjustments';
const PROPOSE = `POST ${ADJUSTMENTS}`;
const PROVE = 'POST /api/proof';
const PROPOSED = {
  id: createId(70),
  profile: { id: donor, nickname: 'donor1' },
  kind: 'DEBIT',
  amount: -250,
  status: 'OPEN',
  reason: 'Bought twice.',
  proposedBy: { id: createId(60), nickname: 'otherstaff' },
  proposedDate: '2026-11-20T10:30:15.000Z',
  decidedBy: null,
  decidedDate: null,
};
const refusal = { status: 403, body: { message: 'Please confirm that it is you.', code: 'PROOF_REQUIRED' } };

/** Sends a money-related action that the server rejects without a recent proof of identity. */
async function proposeAdjustment(factors: object = {}) {
  const { api, reader } = renderAudit('/adjustments', {
    [`${ADJUSTMENTS}?status=OPEN`]: [],
    '/api/factors': {
      hasAuthenticator: false,
      passkeys: [],
      recoveryCodes: 0,
      hasPassword: true,
      isRequired: true,
      ...factors,
    },
  });
  api.on(PROPOSE, refusal);
  const form = within(await screen.findByRole('region', { name: 'Propose an adjustment' }));
  await reader.type(form.getByLabelText('Profile'), 'donor1');
  await reader.type(form.getByLabelText('Kindracoins'), '-250');
  await reader.type(form.getByLabelText('Reason'), 'Bought twice.');
  await reader.click(form.getByRole('button', { name: 'Propose' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
  return { api, reader, form, dialog };
}

test('sends a refused action again after a proof, with the same idempotency key', async () => {
  const { api, reader, dialog } = await proposeAdjustment();
  const password = await dialog.findByLabelText('Password');
  api.on(PROVE, { status: 400, body: { message: 'The password is wrong.', code: 'WRONG_PASSWORD' } });
  await reader.type(password, 'Wrong0Words');
  await reader.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(api.sentTo(PROPOSE)).toHaveLength(1);

  api.on(PROVE, { status: 204 }).on(PROPOSE, { body: PROPOSED });
  await reader.clear(password);
  await reader.type(password, 'Passw0rdOf1');
  await reader.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The adjustment is waiting for another member of staff.')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull();
  expect(api.sentTo(PROVE).map(({ body }) => body)).toEqual([
    { password: 'Wrong0Words' },
    { password: 'Passw0rdOf1' },
  ]);
  const [firstRequest, secondRequest] = api.sentTo(PROPOSE);
  expect(secondRequest?.body).toMatchObject({ profile: 'donor1', amount: -250 });
  expect(secondRequest?.headers.get('Idempotency-Key')).toMatch(/./);
  expect(secondRequest?.headers.get('Idempotency-Key')).toBe(firstRequest?.headers.get('Idempotency-Key'));
});

test('keeps a refused action unsent when the proof is cancelled', async () => {
  const { api, reader, form, dialog } = await proposeAdjustment();
  await reader.click(await dialog.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull());
  expect(api.sentTo(PROPOSE)).toHaveLength(1);
  expect(form.getByLabelText<HTMLInputElement>('Profile').value).toBe('donor1');
});

test('accepts a code of the authenticator app, or the password instead', async () => {
  const { api, reader, dialog } = await proposeAdjustment({ hasAuthenticator: true, recoveryCodes: 10 });
  api.on(PROVE, { status: 204 });
  await reader.click(await dialog.findByRole('button', { name: 'Use the password' }));
  expect(dialog.getByLabelText('Password')).toBeTruthy();
  await reader.click(dialog.getByRole('button', { name: 'Use a code' }));
  await reader.type(dialog.getByRole('textbox', { name: 'Code' }), '123456');
  api.on(PROPOSE, { body: PROPOSED });
  await reader.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(api.sentTo(PROPOSE)).toHaveLength(2));
  expect(api.sentTo(PROVE)[0]?.body).toEqual({ code: '123456' });
});

test('asks for a passkey once while the browser asks for it', async () => {
  Object.assign(window, { PublicKeyCredential: class {} });
  const { api, reader, dialog } = await proposeAdjustment({ passkeys: [{ id: 'key-1', name: 'Phone' }] });
  const answer = api.hold('POST /api/proof/challenge', { body: { options: {} } });
  const submit = await dialog.findByRole('button', { name: 'Use a passkey' });
  await reader.click(submit);
  await reader.click(submit);
  expect(submit.getAttribute('aria-busy')).toBe('true');
  answer();
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(submit.getAttribute('aria-busy')).toBeNull();
  expect(api.sentTo('POST /api/proof/challenge')).toHaveLength(1);
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

test('asks accounts without password and factor to log in again', async () => {
  const { dialog } = await proposeAdjustment({ hasPassword: false });
  expect(await dialog.findByText(/log out and log in again/)).toBeTruthy();
});

test('asks nothing of the next account when the session ends', async () => {
  await proposeAdjustment();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull());
});
