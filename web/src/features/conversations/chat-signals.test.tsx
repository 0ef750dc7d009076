import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { conversationsApi } from '../../api/conversations.ts';
import { eventSources } from '../../testing/browser-gaps.ts';
import {
  conversationId,
  createMessageId,
  getMessageLog,
  getSocket,
  OPEN_CHAT_CALL,
  other,
  renderChat,
  sampleConversation,
  sampleMessage,
  user,
} from '../../testing/chat.tsx';
import type { FakeResponse } from '../../testing/fake-api.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleProfile } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const sendReceipt = (conversation: string, messageId: string) =>
  act(async () => {
    [...eventSources][0]?.send('messages-seen', { conversationId: conversation, messageId });
  });

const createOwnMessage = (n: number) => sampleMessage(n, { profileId: user.id });
const getReadMessages = () =>
  getMessageLog()
    .queryAllByText('Read')
    .map((mark) => within(mark.closest('li') as HTMLElement).getByText(/^Message \d+$/).textContent);

describe('read receipts', () => {
  beforeEach(async () => {
    const opened = {
      ...sampleConversation(createOwnMessage(1), createOwnMessage(2), sampleMessage(3)),
      seenId: createMessageId(1),
    };
    app = await renderChat(createEmptyApi().on(OPEN_CHAT_CALL, { body: opened }));
  });

  test('marks the newest own message that the other member has read', () => {
    expect(getReadMessages()).toEqual(['Message 1']);
  });

  test('moves the mark live, in the open conversation only', async () => {
    await sendReceipt('01890000-0000-7000-8000-00000000beef', createMessageId(2));
    expect(getReadMessages()).toEqual(['Message 1']);
    await sendReceipt(conversationId, createMessageId(2));
    await waitFor(() => expect(getReadMessages()).toEqual(['Message 2']));
  });
});

describe('typing', () => {
  const getLine = () => screen.queryByText('Profile 5 is typing…');
  const write = (text: string) =>
    app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

  beforeEach(async () => {
    app = await renderChat();
  });
  afterEach(() => jest.useRealTimers());

  test('is shown until the message arrives', async () => {
    act(() => getSocket().receive({ typing: other.id }));
    expect(getLine()).toBeTruthy();
    act(() => getSocket().receive(sampleMessage(2)));
    expect(getLine()).toBeNull();
  });

  test('ends six seconds after the last signal', () => {
    jest.useFakeTimers();
    act(() => getSocket().receive({ typing: other.id }));
    act(() => jest.advanceTimersByTime(5_000));
    act(() => getSocket().receive({ typing: other.id }));
    act(() => jest.advanceTimersByTime(5_999));
    expect(getLine()).toBeTruthy();
    act(() => jest.advanceTimersByTime(1));
    expect(getLine()).toBeNull();
  });

  test('of somebody else is not shown in this chat', () => {
    act(() => getSocket().receive({ typing: sampleProfile(6).id }));
    expect(screen.queryByText(/is typing/)).toBeNull();
  });

  test('is signalled once in three seconds, and again after a message', async () => {
    await write('Hello');
    expect(getSocket().typing).toEqual([other.id]);
    const readRealTime = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => readRealTime() + 3_000);
    await write('!');
    expect(getSocket().typing).toHaveLength(2);
    await write('{Enter}And');
    expect(getSocket().typing).toHaveLength(3);
    clock.mockRestore();
  });

  test('is not signalled for blank text', async () => {
    await write('   ');
    expect(getSocket().typing).toEqual([]);
  });
});

describe('two panes', () => {
  const rows = [other, sampleProfile(6)].map((profile) => ({
    id: profile.id,
    profile,
    lastMessage: null,
    unread: 0,
  }));
  const open = (at: string, width: number) => {
    const api = createEmptyApi()
      .on('GET /api/conversation/all', { body: rows })
      .on('GET /api/conversation/unread', { body: { from: [] } })
      .on(OPEN_CHAT_CALL, { body: sampleConversation(sampleMessage(1)) });
    app = renderApp({ at, user, api, width });
  };

  test('show the list beside the open chat, whose row is the current one', async () => {
    open(`/conversations/${other.id}`, 1440);
    await screen.findByRole('heading', { level: 1, name: other.profileName });
    const list = within(await screen.findByRole('region', { name: 'Conversations' }));
    expect((await list.findByRole('link', { current: 'page' })).textContent).toContain('Profile 5');
    expect(list.getByRole('heading', { level: 2, name: 'Messages' })).toBeTruthy();
    act(() => getSocket().open());
    act(() => getSocket().receive({ typing: sampleProfile(6).id }));
    expect(list.getByText('Typing…')).toBeTruthy();
  });

  test('ask to choose a conversation while none is open', async () => {
    open('/conversations', 1440);
    expect(await screen.findByRole('heading', { level: 1, name: 'Messages' })).toBeTruthy();
    expect(screen.getByText('Choose a conversation, or start a new one.')).toBeTruthy();
  });

  test('are one pane in narrow windows, with a way back', async () => {
    open(`/conversations/${other.id}`, 1024);
    await screen.findByRole('heading', { level: 1, name: other.profileName });
    expect(screen.queryByRole('region', { name: 'Conversations' })).toBeNull();
    await app.reader.click(within(screen.getByRole('main')).getByRole('link', { name: 'Messages' }));
    expect(await screen.findByRole('region', { name: 'Conversations' })).toBeTruthy();
    expect(screen.queryByRole('log')).toBeNull();
  });
});

describe('the setting of read receipts', () => {
  const getSwitch = () => screen.findByRole('checkbox', { name: 'Read receipts' });
  const CALL = 'PUT /api/conversation/settings';
  const READ_CALL = 'GET /api/conversation/settings';
  const open = () => {
    const api = createEmptyApi()
      .on(READ_CALL, { body: { readReceipts: true } })
      .on('GET /api/conversation/unread', { body: { from: [] } });
    app = renderApp({ at: '/settings/messages', user, api });
    return api;
  };

  test('applies at once', async () => {
    const api = open();
    const respond = api.hold(CALL, { body: { readReceipts: false } });
    await app.reader.click(await getSwitch());
    await waitFor(async () => expect(await getSwitch()).toHaveProperty('checked', false));
    api.on(READ_CALL, { body: { readReceipts: false } });
    await act(async () => respond());
    expect(api.sentTo(CALL)).toMatchObject([{ body: { readReceipts: false } }]);
    expect(await getSwitch()).toHaveProperty('checked', false);
  });

  test('keeps a change when an earlier read arrives after it', async () => {
    const api = open();
    api.hold(CALL);
    await getSwitch();
    const respond = api.hold(READ_CALL, { body: { readReceipts: true } });
    const read = conversationsApi.endpoints.getConversationSettings.initiate;
    act(() => void app.store.dispatch(read(undefined, { forceRefetch: true, subscribe: false })));
    await waitFor(() => expect(api.sentTo(READ_CALL)).toHaveLength(2));
    api.on(READ_CALL, { body: { readReceipts: false } });
    await app.reader.click(await getSwitch());
    await waitFor(() => expect(api.sentTo(CALL)).toHaveLength(1));
    await act(async () => respond());
    expect(await getSwitch()).toHaveProperty('checked', false);
  });

  test('shows the stored value when two changes in a row fail', async () => {
    const api = open().on(CALL, { status: 400, body: { message: 'No.', code: 'NO' } });
    const checkbox = await getSwitch();
    await app.reader.click(checkbox);
    await app.reader.click(checkbox);
    await waitFor(() => expect(api.sentTo(CALL)).toHaveLength(2));
    await waitFor(() => expect(api.sentTo(READ_CALL).length).toBeGreaterThan(1));
    await waitFor(async () => expect(await getSwitch()).toHaveProperty('checked', true));
  });

  test('is restored when it cannot be saved', async () => {
    open().breakCall(CALL);
    await app.reader.click(await getSwitch());
    expect(await screen.findByText('Error saving the message settings.')).toBeTruthy();
    await waitFor(async () => expect(await getSwitch()).toHaveProperty('checked', true));
  });
});

describe('a new message', () => {
  const FOLLOWING = `GET /api/profile/${user.nickname}/following`;
  const open = async (
    api = createEmptyApi(),
    following: FakeResponse = { body: [sampleProfile(5), sampleProfile(6)] },
  ) => {
    api
      .on('GET /api/conversation/all', { body: [] })
      .on('GET /api/conversation/unread', { body: { from: [] } })
      .on(FOLLOWING, following)
      .on(OPEN_CHAT_CALL, { body: sampleConversation() });
    app = renderApp({ at: '/conversations', user, api });
    await app.reader.click(await screen.findByRole('button', { name: 'New message' }));
    return screen.findByRole('searchbox', { name: 'Find somebody to write to' });
  };
  const getFound = () =>
    within(screen.getByRole('dialog'))
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);

  const find = (type: string, q: string, ...profiles: ReturnType<typeof sampleProfile>[]) =>
    [
      `GET /api/search?q=${q}&type=${type}`,
      { body: profiles.map((profile) => ({ type, profile })) },
    ] as const;

  test('is written to a followed profile, without typing its name', async () => {
    const field = await open();
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(getFound()).toHaveLength(2));
    await app.reader.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile 5' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is not opened with Enter until the profiles found by the typed text are listed', async () => {
    const api = createEmptyApi().on(...find('ORGANIZATION', 'seven'));
    const respond = api.hold(...find('PERSON', 'seven', sampleProfile(7)));
    api.on(`GET /api/conversation/${sampleProfile(7).id}`, {
      body: { ...sampleConversation(), profile2: sampleProfile(7) },
    });
    const field = await open(api);
    await waitFor(() => expect(getFound()).toHaveLength(2));
    await app.reader.type(field, 'seven{Enter}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await waitFor(() => expect(api.sentTo(find('PERSON', 'seven')[0])).toHaveLength(1));
    await app.reader.keyboard('{Enter}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await act(async () => respond());
    await waitFor(() => expect(getFound()).toEqual([expect.stringContaining('Profile 7')]));
    await app.reader.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile 7' })).toBeTruthy();
  });

  test('is written to anybody, found by name or nickname, the exact nickname first', async () => {
    const named = { ...sampleProfile(7), nickname: 'Iñaki' };
    const api = createEmptyApi()
      .on(...find('PERSON', 'i%C3%B1aki', sampleProfile(8)))
      .on(...find('ORGANIZATION', 'i%C3%B1aki', named));
    const field = await open(api);
    await app.reader.type(field, '@iñaki');
    await waitFor(() =>
      expect(getFound()).toEqual([
        expect.stringContaining('Profile 7'),
        expect.stringContaining('Profile 8'),
      ]),
    );
  });

  test('shows a message when nobody is found', async () => {
    const field = await open(
      createEmptyApi()
        .on(...find('PERSON', 'xyz'))
        .on(...find('ORGANIZATION', 'xyz')),
    );
    await app.reader.type(field, 'xyz');
    expect(await screen.findByText('Nobody found. Check the name.')).toBeTruthy();
  });

  const NOBODY = 'Nobody found. Check the name.';
  const FAILURE = 'Error searching for people.';
  const retry = () => app.reader.click(screen.getByRole('button', { name: 'Try again' }));

  test('finds nobody by a text without letters and digits', async () => {
    const refusal = { status: 400, body: { message: 'Enter a letter.', code: 'SEARCH_EMPTY' } };
    const api = createEmptyApi()
      .on('GET /api/search?q=_&type=PERSON', refusal)
      .on('GET /api/search?q=_&type=ORGANIZATION', refusal);
    await app.reader.type(await open(api), '_');
    expect(await screen.findByText(NOBODY)).toBeTruthy();
    expect(screen.queryByText(FAILURE)).toBeNull();
  });

  test('shows that a search failed and searches again', async () => {
    const api = createEmptyApi()
      .on(...find('PERSON', 'xyz', sampleProfile(7)))
      .breakCall('GET /api/search?q=xyz&type=ORGANIZATION');
    await app.reader.type(await open(api), 'xyz');
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(getFound()).toEqual([expect.stringContaining('Profile 7')]);
    api.on(...find('ORGANIZATION', 'xyz'));
    await retry();
    await waitFor(() => expect(screen.queryByText(FAILURE)).toBeNull());
    expect(getFound()).toHaveLength(1);
  });

  test('shows that the followed profiles could not be loaded and loads them again', async () => {
    const api = createEmptyApi();
    await open(api, { status: 500, body: { message: 'No.', code: 'INTERNAL' } });
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(screen.queryByText(NOBODY)).toBeNull();
    const respond = api.hold(FOLLOWING, { body: [sampleProfile(5)] });
    await retry();
    expect(await screen.findByText('Looking for people')).toBeTruthy();
    await act(async () => respond());
    await waitFor(() => expect(getFound()).toHaveLength(1));
  });
});
