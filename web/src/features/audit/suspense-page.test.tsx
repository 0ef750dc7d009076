import { screen, waitFor, within } from '@testing-library/react';
import { renderAudit } from '../../testing/audit.ts';
import type { renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

test('proposes an identification, which then waits for a second person', async () => {
  const item = { id: 'pi_lost1', amount: 700, since: '2026-11-20T10:30:15.000Z', proposed: false };
  const api = open('/suspense', { '/api/dashboard/suspense': [item] });
  const call = 'PUT /api/dashboard/suspense/pi_lost1/identify';
  await app.reader.click(await screen.findByRole('button', { name: 'Identify pi_lost1' }));
  api.on('GET /api/dashboard/suspense', { body: [{ ...item, proposed: true }] });
  const dialog = within(screen.getByRole('dialog'));
  await app.reader.type(dialog.getByLabelText('Profile'), 'donor1');
  await app.reader.type(dialog.getByLabelText('Reason'), 'Wrote to us.');
  await app.reader.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('None.');
  api.on(call, { body: item });
  await app.reader.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('The identification is waiting for another member of staff.')).toBeTruthy();
  expect(api.sentTo(call)[0]?.body).toEqual({ profile: 'donor1', reason: 'Wrote to us.' });
  const adjustmentsLink = await screen.findByRole('link', { name: 'Waiting for a second person' });
  expect(adjustmentsLink.getAttribute('href')).toBe('/dashboard/audit/adjustments');
  expect(screen.queryByRole('button', { name: 'Identify pi_lost1' })).toBeNull();
});

test('keeps an identification in flight open, with its text', async () => {
  const item = { id: 'pi_lost1', amount: 700, since: '2026-11-20T10:30:15.000Z', proposed: false };
  const api = open('/suspense', { '/api/dashboard/suspense': [item] });
  const call = 'PUT /api/dashboard/suspense/pi_lost1/identify';
  const respond = api.hold(call);
  await app.reader.click(await screen.findByRole('button', { name: 'Identify pi_lost1' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.reader.type(dialog.getByLabelText('Profile'), 'donor1');
  await app.reader.type(dialog.getByLabelText('Reason'), 'Wrote to us.');
  await app.reader.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() => expect(api.sentTo(call)).toHaveLength(1));
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  respond({ status: 404, body: { message: 'No such profile.', code: 'NOT_FOUND' } });
  expect((await dialog.findByRole('alert')).textContent).toBe('No such profile.');
  expect(dialog.getByDisplayValue('Wrote to us.')).toBeTruthy();
});
