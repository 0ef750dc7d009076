import { screen, waitFor } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleFullProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const waiting = sampleFullProfile(1, { role: 'ORG', approved: false });
const approval = `PUT /api/dashboard/approve/organization/${waiting.id}`;
const declineCall = `PUT /api/dashboard/decline/organization/${waiting.id}`;

const open = () => {
  const api = createEmptyApi()
    .on('GET /api/profile/nickname1', { body: waiting })
    .on('GET /api/profilePublications/nickname1', { body: [] });
  app = renderApp({ at: '/profile/nickname1', user: sampleUser({ role: 'MOD' }), api });
  return api;
};

test('lets staff approve an organization', async () => {
  const api = open();
  await screen.findByRole('button', { name: 'Approve' });
  expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull();
  api
    .on(approval, { body: { message: 'Done.' } })
    .on('GET /api/profile/nickname1', { body: { ...waiting, approved: true } });
  await app.reader.click(screen.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('The organization has been successfully approved.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Follow Profile 1' })).toBeTruthy();
});

test('lets staff decline an organization after confirmation, and opens the home page', async () => {
  const api = open();
  api.on(declineCall, { body: { message: 'Done.' } });
  await app.reader.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(api.sentTo(declineCall)).toHaveLength(0);
  const [, confirm] = screen.getAllByRole('button', { name: 'Decline' });
  await app.reader.click(confirm as HTMLElement);
  expect(await screen.findByText('The organization has been successfully declined.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test('does not redirect staff who have left before an organization is declined', async () => {
  let respond = (): void => undefined;
  const api = open();
  api
    .on('GET /api/crowdfunding/all', { body: [] })
    .on(declineCall, () => new Promise((done) => (respond = () => done({ body: { message: 'Done.' } }))));
  await app.reader.click(await screen.findByRole('button', { name: 'Decline' }));
  const [, confirm] = screen.getAllByRole('button', { name: 'Decline' });
  await app.reader.click(confirm as HTMLElement);
  await app.reader.click(screen.getByRole('link', { name: 'CrowdFundings' }));
  await screen.findByText('There is currently no active crowdfunding.');
  respond();
  await screen.findByText('The organization has been successfully declined.');
  // By then, any redirect would have happened.
  await app.reader.click(screen.getByRole('button', { name: 'Close message' }));
  await waitFor(() => expect(screen.queryByText(/successfully declined/)).toBeNull());
  expect(getCurrentPath()).toBe('/crowdfundings');
});

test('shows an error when a review fails', async () => {
  const api = open();
  api.on(approval, { status: 500, body: { message: 'x', code: 'X' } });
  await app.reader.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('There was an error approving the organization.')).toBeTruthy();
});
