import { screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { createId, sampleUser } from '../../../testing/samples.ts';

const LIST = 'GET /api/sessions';
const instant = '2026-11-20T10:00:00.000Z';
const SESSIONS = [
  { id: createId(1), browser: 'Firefox', system: 'Windows', isCurrent: true },
  { id: createId(2), browser: 'Chrome', system: 'Android', isCurrent: false },
].map((session) => ({ ...session, createdAt: instant, lastUsedAt: instant }));
const END = `DELETE /api/sessions/${createId(2)}`;

/** Confirms that the session on Android ends, and holds the response. */
async function endSession() {
  const api = createEmptyApi().on(LIST, { body: SESSIONS });
  const respond = api.hold(END, { status: 204 });
  const app = renderApp({ at: '/settings/sessions', user: sampleUser(), api });
  await app.reader.click(await screen.findByRole('button', { name: 'Log out Chrome on Android' }));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await app.reader.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(api.sentTo(END)).toHaveLength(1));
  return { ...app, dialog, respond };
}

test('keeps the dialog open until the session has ended', async () => {
  const { reader, dialog, respond } = await endSession();
  await reader.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  dialog.close();
  expect(dialog.open).toBe(true);
  respond();
  await waitFor(() => expect(dialog.open).toBe(false));
});

test('reports a session that ends after the page was left', async () => {
  const { reader, respond } = await endSession();
  await reader.click(screen.getByRole('link', { name: 'Homepage' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  respond();
  expect(await screen.findByText('The device is logged out.')).toBeTruthy();
});
