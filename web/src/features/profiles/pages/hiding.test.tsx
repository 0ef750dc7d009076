import { act, screen, waitFor, within } from '@testing-library/react';
import type { Profile } from '../../../../../contract/shapes.ts';
import { entitiesReceived } from '../../../api/entities.ts';
import { messageArrived } from '../../../state/messaging.ts';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { sampleFullProfile, samplePost, sampleProfile, sampleUser } from '../../../testing/samples.ts';

const { id } = sampleProfile(1);
const profile = (over: Partial<Profile> = {}): Profile =>
  sampleFullProfile(1, { isBlocked: false, isMuted: false, ...over });

let app: ReturnType<typeof renderApp>;

function open(shown: Profile) {
  const api = createEmptyApi()
    .on('GET /api/profile/nickname1', { body: shown })
    .on('GET /api/profilePublications/nickname1', { body: [samplePost(1)] });
  app = renderApp({ at: '/profile/nickname1', user: sampleUser(), api });
  return api;
}

const choose = async (option: string) => {
  await app.reader.click(await screen.findByRole('button', { name: 'Profile options' }));
  await app.reader.click(screen.getByRole('menuitem', { name: option }));
};

/** Responds to a block or mute request. Later responses contain the profile with the changes in `after`. */
const onHideProfile = (api: ReturnType<typeof open>, call: string, after: Partial<Profile>) =>
  api.on(call, () => {
    api.on('GET /api/profile/nickname1', { body: profile(after) });
    api.on('GET /api/profilePublications/nickname1', { body: after.isBlocked ? [] : [samplePost(1)] });
    return { body: { idProfile: id, isBlocked: false, isMuted: false, ...after } };
  });

test('asks before blocking, and then hides posts and interactions', async () => {
  const api = onHideProfile(open(profile()), `PUT /api/profile/${id}/block`, { isBlocked: true });
  await screen.findByText('Text of post 1');
  await choose('Block');
  const dialog = within(screen.getByRole('dialog', { name: 'Block Profile 1?' }));
  expect(api.sentTo(`PUT /api/profile/${id}/block`)).toHaveLength(0);
  await app.reader.click(dialog.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('You have blocked Profile 1.')).toBeTruthy();
  expect(await screen.findByText('You have blocked this profile.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Text of post 1')).toBeNull());
  expect(screen.getByText('You do not see posts of profiles that you have blocked.')).toBeTruthy();
  expect(screen.queryByText('This profile has not posted anything yet.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Follow Profile 1' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Message Profile 1' })).toBeNull();
});

test('shows posts and interactions again after unblocking', async () => {
  onHideProfile(open(profile({ isBlocked: true })), `DELETE /api/profile/${id}/block`, {});
  await app.reader.click(await screen.findByRole('button', { name: 'Unblock Profile 1' }));
  expect(await screen.findByText('You have unblocked Profile 1.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Follow Profile 1' })).toBeTruthy();
});

test('moves the focus from a button that disappears', async () => {
  onHideProfile(open(profile({ isBlocked: true })), `DELETE /api/profile/${id}/block`, {});
  await app.reader.click(await screen.findByRole('button', { name: 'Unblock Profile 1' }));
  await screen.findByRole('button', { name: 'Follow Profile 1' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Profile 1' }));
});

test('keeps the options menu and its focus when blocking changes the buttons', async () => {
  onHideProfile(open(profile({ isBlocked: true })), `DELETE /api/profile/${id}/block`, {});
  const options = await screen.findByRole('button', { name: 'Profile options' });
  await choose('Unblock');
  await screen.findByRole('button', { name: 'Follow Profile 1' });
  expect(screen.getByRole('button', { name: 'Profile options' })).toBe(options);
});

test('confirms muting, and keeps the posts', async () => {
  onHideProfile(open(profile()), `PUT /api/profile/${id}/mute`, { isMuted: true });
  await choose('Mute');
  expect(await screen.findByText('You have muted this profile: its posts are shown only here.')).toBeTruthy();
  expect(screen.getByText('Text of post 1')).toBeTruthy();
});

test('shows a refusal, and changes nothing', async () => {
  const body = { message: 'You cannot block or mute more than 1000 profiles.', code: 'TOO_MANY_HIDDEN' };
  open(profile()).on(`PUT /api/profile/${id}/mute`, { status: 400, body });
  await choose('Mute');
  expect(await screen.findByText(body.message)).toBeTruthy();
  expect(screen.queryByText(/You have muted this profile/)).toBeNull();
});

test('reports a profile with a category and a text', async () => {
  const api = open(profile()).on('POST /api/report', {
    body: { message: 'Thank you. Staff will look at it.' },
  });
  await choose('Report');
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this profile' }));
  await app.reader.selectOptions(await dialog.findByLabelText('What is wrong?'), 'OTHER');
  await app.reader.click(dialog.getByRole('button', { name: 'Report' }));
  expect(dialog.getByText('Please describe what is wrong.')).toBeTruthy();
  await app.reader.type(dialog.getByLabelText('Tell us more'), '  Not a shelter.  ');
  await app.reader.click(dialog.getByRole('button', { name: 'Report' }));
  expect(await screen.findByText('Thank you. Staff will look at it.')).toBeTruthy();
  expect(api.sentTo('POST /api/report')[0]?.body).toEqual({
    kind: 'profile',
    id,
    category: 'OTHER',
    text: 'Not a shelter.',
  });
});

test('keeps text and key of a refused report', async () => {
  const api = open(profile()).breakCall('POST /api/report');
  await choose('Report');
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this profile' }));
  await app.reader.type(await dialog.findByLabelText('Tell us more (optional)'), 'Buys bots');
  for (let n = 1; n <= 2; n += 1) {
    await app.reader.click(dialog.getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(api.sentTo('POST /api/report')).toHaveLength(n));
    expect(await dialog.findByText('An unexpected error has occurred.')).toBeTruthy();
  }
  expect(dialog.getByDisplayValue('Buys bots')).toBeTruthy();
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  await choose('Report');
  const reopenedDialog = within(await screen.findByRole('dialog', { name: 'Report this profile' }));
  expect(reopenedDialog.getByDisplayValue('Buys bots')).toBeTruthy();
  const [first, second] = api.sentTo('POST /api/report').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test('keeps the dialog of a report in flight open, and shows the failure in it', async () => {
  const api = open(profile());
  const respond = api.hold('POST /api/report');
  await choose('Report');
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this profile' }));
  await app.reader.type(await dialog.findByLabelText('Tell us more (optional)'), 'Buys bots');
  await app.reader.click(dialog.getByRole('button', { name: 'Report' }));
  await waitFor(() => expect(api.sentTo('POST /api/report')).toHaveLength(1));
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  respond({ status: 400, body: { message: 'Not now.', code: 'TOO_MANY_REPORTS' } });
  expect(await dialog.findByText('Not now.')).toBeTruthy();
  expect(dialog.getByDisplayValue('Buys bots')).toBeTruthy();
});

test('shows no dot for messages of hidden profiles', async () => {
  open(profile());
  await screen.findByText('Text of post 1');
  const message = {
    id,
    content: 'Hello',
    timestamp: '2026-11-21T10:00:00.000Z',
    profileId: id,
    conversationId: id,
  };
  act(() => void app.store.dispatch(messageArrived({ message, userId: sampleUser().id })));
  expect(await screen.findAllByText('New messages')).not.toHaveLength(0);
  const entities = [{ ...sampleProfile(1), isBlocked: false, isMuted: true }];
  act(() => void app.store.dispatch(entitiesReceived({ entity: 'profile', entities, position: 99 })));
  expect(screen.queryByText('New messages')).toBeNull();
});

test('lists blocked and muted profiles in the settings, with buttons to undo it', async () => {
  const list = 'GET /api/settings/hidden-profiles';
  const hidden = { ...sampleProfile(1), isBlocked: true, isMuted: true };
  const api = createEmptyApi().on(list, {
    body: [hidden, { ...sampleProfile(2), isBlocked: false, isMuted: true }],
  });
  api.on(`DELETE /api/profile/${id}/block`, () => {
    api.on(list, { body: [{ ...hidden, isBlocked: false }] });
    return { body: { idProfile: id, isBlocked: false, isMuted: true } };
  });
  app = renderApp({ at: '/settings/hidden-profiles', user: sampleUser(), api });
  const rows = within(await screen.findByRole('list', { name: 'Blocked and muted' }));
  expect(rows.queryByRole('button', { name: 'Unblock Profile 2' })).toBeNull();
  expect(rows.getByRole('button', { name: 'Unmute Profile 2' })).toBeTruthy();
  await app.reader.click(rows.getByRole('button', { name: 'Unblock Profile 1' }));
  expect(await screen.findByText('You have unblocked Profile 1.')).toBeTruthy();
  await waitFor(() => expect(rows.queryByRole('button', { name: 'Unblock Profile 1' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blocked and muted' }));
});
