import { act, screen, waitFor, within } from '@testing-library/react';
import type { Notification, NotificationKind } from '../../../../contract/notifications.ts';
import { kindraApi } from '../../api/base.ts';
import { refreshUnreadCount } from '../../api/notifications.ts';
import { eventSources, scrollToEnd } from '../../testing/browser-gaps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { createId, sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const LIST = 'GET /api/notifications';
const UNREAD = 'GET /api/notifications/unread';
const READ = 'POST /api/notifications/read';
const SETTINGS = 'GET /api/notifications/settings';

const createActors = (...numbers: readonly number[]) => numbers.map((n) => sampleProfile(n));

const createNotification = (
  n: number,
  kind: NotificationKind,
  overrides: Partial<Notification> = {},
): Notification => ({
  id: createId(n),
  kind,
  position: 100 - n,
  dateTime: '2026-11-20T10:00:00.000Z',
  unread: false,
  actors: createActors(1),
  others: 0,
  anonymous: 0,
  subject: { id: createId(700), text: 'An otter!' },
  amount: null,
  reason: null,
  daysLeft: null,
  ...overrides,
});

let lastPosition = 0;
/** Returns an unread count with a later position than all counts before. */
const count = (unread: number) => ({ unread, position: ++lastPosition });

function createApi(list: readonly Notification[], unread = 0) {
  return createEmptyApi()
    .on(LIST, { body: list })
    .on(UNREAD, { body: count(unread) })
    .on(READ, () => ({ body: count(0) }));
}

function open(api: ReturnType<typeof createEmptyApi>, options: { at?: string; width?: number } = {}) {
  app = renderApp({ at: '/notifications', user: sampleUser(), api, ...options });
}

const findBell = () => screen.findByRole('link', { name: /^Notifications/ });
const findRows = async () =>
  within(await screen.findByRole('list', { name: 'Notifications' })).findAllByRole('listitem');

test('shortens names to 15 characters', async () => {
  open(
    createApi([
      createNotification(1, 'LIKE', { actors: [sampleProfile(1, { profileName: 'Abcdefghijklmnopqrs' })] }),
    ]),
  );
  expect((await findRows())[0]?.textContent).toContain('Abcdefghijklmno... liked your post');
});

test('isolates names and titles from right to left in sentences', async () => {
  const actors = [sampleProfile(1, { profileName: 'דוד!' }), sampleProfile(2, { profileName: 'Ana!' })];
  open(createApi([createNotification(1, 'LIKE', { actors })]));
  expect((await findRows())[0]?.textContent).toContain(
    '\u2068\u2068דוד!\u2069 and Ana!\u2069 liked your post',
  );
});

describe('the bell', () => {
  test.each([
    [1440, 3, 'Notifications: 3 unread', '3'],
    [360, 1, 'Notifications: 1 unread', '1'],
    [1440, 100, 'Notifications: 99+ unread', '99+'],
  ])('at %i pixels shows %i unread', async (width, unread, name, shownCount) => {
    open(createApi([], unread), { at: '/', width });
    const link = await screen.findByRole('link', { name });
    expect(link.textContent).toBe(shownCount);
    expect(link.getAttribute('href')).toBe('/notifications');
  });

  test('shows no count when nothing is unread', async () => {
    open(createApi([]), { at: '/' });
    expect((await screen.findByRole('link', { name: 'Notifications' })).textContent).toBe('');
  });

  test('is hidden from visitors', async () => {
    app = renderApp({ api: createApi([]) });
    await screen.findByRole('navigation', { name: 'Main' });
    expect(screen.queryByRole('link', { name: /^Notifications/ })).toBeNull();
    expect(app.api.sentTo(UNREAD)).toEqual([]);
  });

  test('shows counts of the server at once', async () => {
    open(createApi([]), { at: '/' });
    await findBell();
    await waitFor(() => expect(eventSources.size).toBe(1));
    // Loaded once for the page, and again when the connection opens.
    await waitFor(() => expect(app.api.sentTo(UNREAD)).toHaveLength(2));
    await waitFor(async () => {
      act(() => [...eventSources][0]?.send('notifications-changed', count(4)));
      expect(await screen.findByRole('link', { name: 'Notifications: 4 unread' })).toBeTruthy();
    });
    expect(app.api.sentTo(UNREAD)).toHaveLength(2);
  });
});

describe('an older unread count is ignored when it arrives', () => {
  const send = (body: object) => act(() => [...eventSources][0]?.send('notifications-changed', body));
  const isWaiting = () => {
    const { queries, mutations } = app.store.getState().api;
    return [...Object.values(queries), ...Object.values(mutations)].some(
      (entry) => entry?.status === 'pending',
    );
  };
  const createDelayedResponse = (pending: ((body: object) => void)[]) => () =>
    new Promise<{ body: object }>((resolve) => pending.push((body) => resolve({ body })));

  async function expectNewestIsShown(pending: readonly ((body: object) => void)[]): Promise<void> {
    await waitFor(() => expect(pending).toHaveLength(1));
    const olderCount = count(1);
    send(count(2));
    await screen.findByRole('link', { name: 'Notifications: 2 unread' });
    await act(async () => pending[0]?.(olderCount));
    await waitFor(() => expect(isWaiting()).toBe(false));
    // Checks the store, because the screen is updated with a delay.
    expect(app.store.getState().api.queries['getUnreadNotifications({})']?.data).toMatchObject({
      unread: 2,
    });
  }

  test('as the response to a request', async () => {
    const api = createApi([]);
    open(api, { at: '/' });
    await waitFor(() => expect(api.sentTo(UNREAD)).toHaveLength(2));
    await waitFor(() => expect(isWaiting()).toBe(false));
    const pending: ((body: object) => void)[] = [];
    api.on(UNREAD, createDelayedResponse(pending));
    act(() => void app.store.dispatch(refreshUnreadCount()));
    await expectNewestIsShown(pending);
  });

  test('as the response to marking notifications as read', async () => {
    const pending: ((body: object) => void)[] = [];
    const api = createApi([createNotification(1, 'LIKE', { unread: true })], 1).on(
      READ,
      createDelayedResponse(pending),
    );
    open(api);
    await waitFor(() => expect(api.sentTo(UNREAD)).toHaveLength(2));
    await expectNewestIsShown(pending);
  });
});

describe('the list', () => {
  test('shows actors and subject of a notification, and links to it', async () => {
    const crowdfunding = { id: createId(701), text: 'A roof' };
    const nobody = { actors: [], subject: crowdfunding };
    open(
      createApi([
        createNotification(1, 'LIKE', { actors: createActors(1, 2), others: 12 }),
        createNotification(2, 'LIKE', { actors: createActors(1, 2), others: 1 }),
        createNotification(3, 'COMMENT', { subject: { id: createId(700), text: 'Lovely' } }),
        createNotification(4, 'FOLLOW', { actors: createActors(1, 2), subject: null }),
        createNotification(5, 'DONATION', { subject: crowdfunding, amount: 1500 }),
        createNotification(6, 'CAMPAIGN_APPROVED', nobody),
        createNotification(7, 'CAMPAIGN_DECLINED', nobody),
        createNotification(8, 'CAMPAIGN_CANCELLED', nobody),
        createNotification(9, 'CAMPAIGN_CLOSED', nobody),
        createNotification(10, 'REFUND', { ...nobody, amount: 1 }),
        createNotification(11, 'ADOPTION_CONTACT', { subject: { id: createId(702), text: 'Rex' } }),
        createNotification(12, 'LIKE', { actors: createActors(1, 2), others: 99 }),
        createNotification(13, 'CAMPAIGN_RELEASED', { ...nobody, amount: 700 }),
      ]),
    );
    const rowTexts = (await findRows()).map((row) => {
      const link = within(row).getByRole('link');
      return [link.textContent?.replace(/ago$|\d+ \w+ ago/, '').trim(), link.getAttribute('href')];
    });
    const texts = rowTexts.map(([text]) => text);
    expect(texts).toEqual([
      expect.stringContaining('Profile 1, Profile 2 and 12 others liked your postAn otter!'),
      expect.stringContaining('Profile 1, Profile 2 and 1 other liked your post'),
      expect.stringContaining('Profile 1 commented on your postLovely'),
      expect.stringContaining('Profile 1 and Profile 2 follow you'),
      expect.stringContaining('Profile 1 donated to your crowdfunding “A roof”1,500 kindracoins'),
      expect.stringContaining('Your crowdfunding “A roof” has been approved'),
      expect.stringContaining('Your crowdfunding “A roof” has been declined'),
      expect.stringContaining('The crowdfunding “A roof” has been cancelled'),
      expect.stringContaining('The crowdfunding “A roof”, which you donated to, has been closed'),
      expect.stringContaining('Your donation to “A roof” has been refunded1 kindracoin'),
      expect.stringContaining('Profile 1 asks about Rex'),
      expect.stringContaining('and 99+ others liked your post'),
      expect.stringContaining(
        'The coins of your crowdfunding “A roof” have been transferred to your wallet700 kindracoins',
      ),
    ]);
    const { nickname, id } = sampleProfile(1);
    expect(rowTexts.map(([, href]) => href)).toEqual([
      `/post/${createId(700)}`,
      `/post/${createId(700)}`,
      `/post/${createId(700)}`,
      `/profile/${nickname}`,
      ...Array(5).fill(`/crowdfundings/${createId(701)}`),
      '/wallet',
      `/conversations/${id}`,
      `/post/${createId(700)}`,
      '/wallet',
    ]);
  });

  test('is marked as read when it is opened, and still marks what was new', async () => {
    open(createApi([createNotification(1, 'LIKE', { unread: true }), createNotification(2, 'FOLLOW')], 1));
    const [first, second] = await findRows();
    await waitFor(() => expect(app.api.sentTo(READ)).toHaveLength(1));
    expect(app.api.sentTo(READ)[0]?.body).toEqual({ until: 99 });
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeTruthy();
    expect(first?.textContent).toContain('Unread.');
    expect(second?.textContent).not.toContain('Unread.');
  });

  test('adds and reads notifications that arrive while it is open', async () => {
    const api = createApi([createNotification(2, 'FOLLOW')]);
    open(api);
    await findRows();
    expect(api.sentTo(READ)).toEqual([]);
    await waitFor(() => expect(eventSources.size).toBe(1));
    api.on(LIST, {
      body: [createNotification(1, 'LIKE', { unread: true }), createNotification(2, 'FOLLOW')],
    });
    act(() => [...eventSources][0]?.send('notifications-changed', count(1)));
    await waitFor(async () => expect(await findRows()).toHaveLength(2));
    await waitFor(() => expect(api.sentTo(READ)[0]?.body).toEqual({ until: 99 }));
  });

  test('removes withdrawn notifications while it is open, and still marks what was new', async () => {
    const [like, follower] = [
      createNotification(1, 'LIKE', { unread: true }),
      createNotification(2, 'FOLLOW', { unread: true }),
    ];
    const api = createApi([like, follower], 2);
    open(api);
    await findRows();
    await waitFor(() => expect(api.sentTo(READ)).toHaveLength(1));
    await waitFor(() => expect(eventSources.size).toBe(1));
    api.on(LIST, { body: [{ ...follower, unread: false }] });
    act(() => [...eventSources][0]?.send('notifications-changed', count(0)));
    await waitFor(async () => expect(await findRows()).toHaveLength(1));
    expect((await findRows())[0]?.textContent).toContain('Unread.');
    expect(api.sentTo(READ)).toHaveLength(1);
  });

  test('reloads only the first page for new notifications, and keeps later pages', async () => {
    const [one, two, three] = [
      createNotification(1, 'LIKE'),
      createNotification(2, 'FOLLOW'),
      createNotification(3, 'COMMENT'),
    ];
    const headers = { Link: '</api/notifications?cursor=c1>; rel="next"' };
    const api = createApi([])
      .on(LIST, { body: [one, two], headers })
      .on(`${LIST}?cursor=c1`, { body: [three] });
    open(api);
    await findRows();
    act(() => void scrollToEnd());
    await waitFor(async () => expect(await findRows()).toHaveLength(3));
    await waitFor(() => expect(eventSources.size).toBe(1));
    const news = createNotification(4, 'FOLLOW', { position: 200, actors: createActors(9) });
    api.on(LIST, { body: [news, one], headers });
    act(() => [...eventSources][0]?.send('notifications-changed', count(0)));
    await waitFor(async () => expect(await findRows()).toHaveLength(4));
    expect((await findRows())[0]?.textContent).toContain('Profile 9');
    expect(api.sentTo(`${LIST}?cursor=c1`)).toHaveLength(1);
  });

  test('retries marking as read while it is open', async () => {
    const api = createApi([createNotification(1, 'LIKE', { unread: true })], 1).breakCall(READ);
    open(api);
    await waitFor(() => expect(api.sentTo(READ)).toHaveLength(2));
    api.on(READ, () => ({ body: count(0) }));
    await waitFor(() => expect(api.sentTo(READ)).toHaveLength(3));
    expect(api.sentTo(READ)[2]?.body).toEqual({ until: 99 });
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeTruthy();
  });

  test('shows a sentence when it is empty', async () => {
    open(createApi([]));
    expect(await screen.findByText(/Nothing has happened yet/)).toBeTruthy();
  });

  test('shows a failure, and can be reloaded', async () => {
    const api = createApi([]).breakCall(LIST);
    open(api);
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.on(LIST, { body: [createNotification(1, 'LIKE')] });
    await app.reader.click(retryButton);
    expect(await findRows()).toHaveLength(1);
  });

  test('redirects a visitor to the login', async () => {
    app = renderApp({ at: '/notifications', api: createApi([]) });
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  });
});

describe('the settings', () => {
  const findCheckbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  const PUT = 'PUT /api/notifications/settings';
  const EMAILS = 'PUT /api/notifications/mails';

  test('mute and unmute a kind', async () => {
    const api = createApi([])
      .on(SETTINGS, { body: { muted: ['FOLLOW'], notMailed: [] } })
      .on(PUT, () => {
        api.on(SETTINGS, {
          body: { muted: api.sentTo(PUT).length > 1 ? ['LIKE'] : ['FOLLOW', 'LIKE'], notMailed: [] },
        });
        return { body: { muted: [], notMailed: [] } };
      });
    open(api);
    await app.reader.click(await screen.findByRole('link', { name: 'Choose your notifications' }));
    expect((await findCheckbox('New followers')).checked).toBe(false);
    expect((await findCheckbox('Likes on your posts')).checked).toBe(true);
    await app.reader.click(await findCheckbox('Likes on your posts'));
    await app.reader.click(await findCheckbox('New followers'));
    expect(api.sentTo(PUT).map(({ body }) => body)).toEqual([
      { kind: 'LIKE', muted: true },
      { kind: 'FOLLOW', muted: false },
    ]);
    expect((await findCheckbox('Likes on your posts')).checked).toBe(false);
    expect((await findCheckbox('New followers')).checked).toBe(true);
  });

  test('turn emails of a kind off and on', async () => {
    const api = createApi([])
      .on(SETTINGS, { body: { muted: [], notMailed: ['MESSAGE'] } })
      .on(EMAILS, { body: { muted: [], notMailed: [] } });
    open(api, { at: '/notifications/settings' });
    await app.reader.click(await findCheckbox('New messages, once an hour at most, by email'));
    await app.reader.click(await findCheckbox('Refunds of your donations, by email'));
    expect(api.sentTo(EMAILS).map(({ body }) => body)).toEqual([
      { kind: 'MESSAGE', mailed: true },
      { kind: 'REFUND', mailed: false },
    ]);
    expect(screen.queryByRole('checkbox', { name: 'New messages, once an hour at most' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Likes on your posts, by email' })).toBeNull();
  });

  test('keep later changes when an earlier one fails', async () => {
    let respond = (): void => undefined;
    const api = createApi([])
      .on(SETTINGS, { body: { muted: [], notMailed: [] } })
      .on(PUT, ({ body }) =>
        (body as { kind: string }).kind === 'COMMENT'
          ? new Promise(
              (resolve) => (respond = () => resolve({ status: 400, body: { message: 'No.', code: 'NO' } })),
            )
          : { body: { muted: ['LIKE'], notMailed: [] } },
      );
    open(api, { at: '/settings/notifications' });
    await app.reader.click(await findCheckbox('Comments on your posts'));
    await app.reader.click(await findCheckbox('Likes on your posts'));
    await waitFor(() => expect(api.sentTo(PUT)).toHaveLength(2));
    api.on(SETTINGS, { body: { muted: ['LIKE'], notMailed: [] } });
    respond();
    expect(await screen.findByText('No.')).toBeTruthy();
    await waitFor(() => expect(api.sentTo(SETTINGS)).toHaveLength(2));
    expect((await findCheckbox('Comments on your posts')).checked).toBe(true);
    expect((await findCheckbox('Likes on your posts')).checked).toBe(false);
  });

  test.each([
    ['kind', 'Comments on your posts', PUT],
    ['email', 'Refunds of your donations, by email', EMAILS],
  ])('keep a changed %s when an earlier read arrives after it', async (_, name, call) => {
    const settings = { muted: [], notMailed: [] };
    const api = createApi([]).on(SETTINGS, { body: settings });
    api.hold(call);
    open(api, { at: '/settings/notifications' });
    await findCheckbox(name);
    const respond = api.hold(SETTINGS, { body: settings });
    act(() => void app.store.dispatch(kindraApi.util.invalidateTags(['NotificationSettings'])));
    await waitFor(() => expect(api.sentTo(SETTINGS)).toHaveLength(2));
    await app.reader.click(await findCheckbox(name));
    await waitFor(() => expect(api.sentTo(call)).toHaveLength(1));
    await act(async () => respond());
    expect((await findCheckbox(name)).checked).toBe(false);
  });

  test.each([
    ['kind', 'Comments on your posts', PUT],
    ['email', 'Refunds of your donations, by email', EMAILS],
  ])('show the stored value of a %s when two changes in a row fail', async (_, name, call) => {
    const api = createApi([])
      .on(SETTINGS, { body: { muted: [], notMailed: [] } })
      .on(call, { status: 400, body: { message: 'No.', code: 'NO' } });
    open(api, { at: '/settings/notifications' });
    const checkbox = await findCheckbox(name);
    await app.reader.click(checkbox);
    await app.reader.click(checkbox);
    await waitFor(() => expect(api.sentTo(call)).toHaveLength(2));
    await waitFor(() => expect(api.sentTo(SETTINGS).length).toBeGreaterThan(1));
    await waitFor(async () => expect((await findCheckbox(name)).checked).toBe(true));
  });

  test('revert a change that fails', async () => {
    const api = createApi([])
      .on(SETTINGS, { body: { muted: [], notMailed: [] } })
      .breakCall(PUT);
    open(api, { at: '/settings/notifications' });
    await app.reader.click(await findCheckbox('Comments on your posts'));
    expect(await screen.findByText('Error changing the notification settings.')).toBeTruthy();
    await waitFor(async () => expect((await findCheckbox('Comments on your posts')).checked).toBe(true));
  });
});
