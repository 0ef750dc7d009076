import { act, screen, waitFor, within } from '@testing-library/react';
import type { Conversation, Message } from '../../../../api/contract/conversations.ts';
import { eventSources, type FakeWebSocket, scrollToEnd, webSockets } from '../../testing/browser-gaps.ts';
import { closeApp, currentPlace, emptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleProfile, sampleUser } from '../../testing/samples.ts';
import { messageTime } from './times.ts';

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const user = sampleUser();
const other = sampleProfile(5);
const conversationId = '01890000-0000-7000-8000-00000000c0de';
const idOf = (n: number) => `01890000-0000-7000-8000-${String(7000 + n).padStart(12, '0')}`;

const message = (n: number, over: Partial<Message> = {}): Message => ({
  id: idOf(n),
  content: `Message ${n}`,
  timestamp: new Date().toISOString(),
  profileId: other.id,
  conversationId,
  ...over,
});

const conversation = (...messages: Message[]): Conversation => ({
  id: conversationId,
  profile1: user,
  profile2: other,
  lastMessage: messages.at(-1) ?? null,
  messages,
});

const CALL = `GET /api/conversation/${other.id}`;
const socket = () => webSockets.at(-1) as FakeWebSocket;
const log = () => within(screen.getByRole('log', { name: 'Messages' }));
const shown = () =>
  log()
    .queryAllByText(/^Message \d+$/)
    .map(({ textContent }) => textContent);

async function openChat(api = emptyApi().on(CALL, { body: conversation(message(1)) })) {
  api
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [] } });
  app = renderApp({ at: `/conversations/${other.id}`, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => socket().open());
  return api;
}

const write = (text: string) =>
  app.reader.type(screen.getByRole('textbox', { name: 'Write a message' }), text);

test('the list shows who wrote what, and how much is unread', async () => {
  const row = { id: conversationId, profile: other, lastMessage: message(3), unread: 2 };
  const api = emptyApi().on('GET /api/conversation/all', { body: [row] });
  app = renderApp({ at: '/conversations', user, api });
  const link = await screen.findByRole('link', { name: /Profile 5.*Message 3.*2 unread/ });
  expect(link.getAttribute('href')).toBe(`/conversations/${other.id}`);
  expect(document.title).toBe('Messages · Kindra');
});

test('an empty list says so; one that fails can be tried again', async () => {
  const api = emptyApi().breakCall('GET /api/conversation/all');
  app = renderApp({ at: '/conversations', user, api });
  expect((await screen.findAllByText('Error getting conversations.')).length).toBeGreaterThan(0);
  api.on('GET /api/conversation/all', { body: [] });
  await app.reader.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maybe you should start the conversation!')).toBeTruthy();
});

test('visitors are told to log in, and nobody chats with oneself', async () => {
  app = renderApp({ at: '/conversations' });
  expect(await screen.findByText('You must log in to see messages.')).toBeTruthy();
  expect(currentPlace()).toBe('/login');
  closeApp(app.store);
  const api = emptyApi().on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/conversations/${user.id}`, user, api });
  await waitFor(() => expect(currentPlace()).toBe('/conversations'));
});

test('a slow answer never opens a chat that was left: messages go to whom the page names', async () => {
  const [slow, next] = [sampleProfile(6), sampleProfile(5)];
  const rows = [slow, next].map((profile) => ({ id: profile.id, profile, lastMessage: null, unread: 0 }));
  let answerSlow = (): void => undefined;
  const slowly = { body: { ...conversation(message(9)), id: idOf(66), profile2: slow } };
  const api = emptyApi()
    .on('GET /api/conversation/all', { body: rows })
    .on('GET /api/conversation/unread', { body: { from: [] } })
    .on(`GET /api/conversation/${slow.id}`, () => new Promise((done) => (answerSlow = () => done(slowly))))
    .on(CALL, { body: conversation(message(1)) });
  app = renderApp({ at: '/conversations', user, api });
  await app.reader.click(await screen.findByRole('link', { name: /Profile 6/ }));
  await screen.findByText('Loading messages');
  await app.reader.click(screen.getByRole('link', { name: 'Messages', current: false }));
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('heading', { name: 'Profile 5' });
  await act(async () => answerSlow());
  await waitFor(() => expect(api.sentTo(`GET /api/conversation/${slow.id}`)).toHaveLength(1));
  act(() => socket().open());
  await write('Message 2{Enter}');
  expect(socket().sent).toMatchObject([{ receiverId: next.id, conversationId }]);
  expect(shown()).toEqual(['Message 1', 'Message 2']);
});

test('a message is sent with the token in the protocols, and confirmed by its clientId', async () => {
  await openChat();
  expect(socket().url).toMatch(/\/ws$/);
  expect(socket().protocols).toEqual(['bearer', 'token-1']);
  await write('  Message 2 {Enter}');
  const [frame] = socket().sent as { clientId: string }[];
  expect(frame).toEqual({
    receiverId: other.id,
    content: 'Message 2',
    conversationId,
    clientId: expect.any(String),
  });
  expect(log().getByText('Sending…')).toBeTruthy();
  act(() => socket().receive({ ...message(2, { profileId: user.id }), clientId: frame?.clientId }));
  expect(log().queryByText('Sending…')).toBeNull();
  expect(shown()).toEqual(['Message 1', 'Message 2']);
});

test('whoever comes from an animal says which one it is about', async () => {
  const animalId = idOf(77);
  const api = emptyApi().on(CALL, { body: conversation() }).on('GET /api/conversation/all', { body: [] });
  app = renderApp({ at: `/conversations/${other.id}`, state: { animalId }, user, api });
  await screen.findByRole('heading', { name: other.profileName });
  act(() => socket().open());
  await write('Is Rex free?{Enter}');
  expect(socket().sent).toMatchObject([{ receiverId: other.id, content: 'Is Rex free?', animalId }]);
});

test('what is blank is not sent', async () => {
  await openChat();
  await write('   {Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(socket().sent).toEqual([]);
});

test('a message that comes shows once, and is read; one of somebody else makes the dot', async () => {
  await openChat();
  act(() => {
    socket().receive(message(2));
    socket().receive(message(2));
  });
  expect(shown()).toEqual(['Message 1', 'Message 2']);
  expect(socket().sent).toContainEqual({ read: conversationId });
  expect(screen.queryByText('New messages')).toBeNull();
  act(() => socket().receive(message(3, { profileId: idOf(99), conversationId: idOf(98) })));
  expect(screen.getByText('New messages')).toBeTruthy();
  expect(shown()).toEqual(['Message 1', 'Message 2']);
});

test('the dot is there for what was unread before, and goes when the chat opens', async () => {
  const row = { id: conversationId, profile: other, lastMessage: message(1), unread: 1 };
  const api = emptyApi()
    .on('GET /api/conversation/all', { body: [row] })
    .on('GET /api/conversation/unread', { body: { from: [other.id] } })
    .on(CALL, { body: conversation(message(1)) });
  app = renderApp({ at: '/conversations', user, api });
  act(() => socket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('log', { name: 'Messages' });
  expect(screen.queryByText('New messages')).toBeNull();
});

test('the dot is there for whom no page of the list shows, and goes when another device reads it', async () => {
  const api = emptyApi()
    .on('GET /api/conversation/all', { body: [] })
    .on('GET /api/conversation/unread', { body: { from: [idOf(77)] } });
  app = renderApp({ at: '/conversations', user, api });
  act(() => socket().open());
  expect(await screen.findByText('New messages')).toBeTruthy();
  api.on('GET /api/conversation/unread', { body: { from: [] } });
  act(() => [...eventSources][0]?.send('conversation-read', { id: idOf(78) }));
  await waitFor(() => expect(screen.queryByText('New messages')).toBeNull());
});

test('older messages come when the reader scrolls up, and stand before the others', async () => {
  const api = emptyApi().on(CALL, {
    body: conversation(message(3)),
    headers: { Link: `</api/conversation/${other.id}?cursor=c1>; rel="next"` },
  });
  api.on(`${CALL}?cursor=c1`, { body: conversation(message(1), message(2)) });
  await openChat(api);
  expect(shown()).toEqual(['Message 3']);
  act(() => void scrollToEnd());
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3']));
  act(() => socket().receive(message(4)));
  expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']);
});

test('after a gap it fetches what was missed, and sends once what was written meanwhile', async () => {
  const api = await openChat();
  api.on(`GET /api/conversation/${conversationId}?after=${idOf(1)}`, {
    body: conversation(message(2), message(3)),
  });
  const first = socket();
  act(() => first.close(1006));
  await write('Message 4{Enter}');
  expect(first.sent).toEqual([]);
  expect(localStorage.getItem(`unsentMessages:${user.id}`)).toContain('Message 4');
  await waitFor(() => expect(socket()).not.toBe(first), { timeout: 3_000 });
  act(() => socket().open());
  await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']));
  const { sent } = socket();
  expect(sent).toHaveLength(1);
  const { clientId } = sent[0] as { clientId: string };
  act(() => socket().receive({ ...message(4, { profileId: user.id }), clientId }));
  expect(localStorage.getItem(`unsentMessages:${user.id}`)).toBeNull();
});

test('what is sent by the button leaves the focus where the next message is written', async () => {
  await openChat();
  await write('Message 2');
  await app.reader.click(screen.getByRole('button', { name: 'Send' }));
  expect(socket().sent).toMatchObject([{ content: 'Message 2' }]);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a message' }));
});

test('what is written and not sent is there again when the reader comes back', async () => {
  const row = { id: conversationId, profile: other, lastMessage: message(1), unread: 0 };
  const api = await openChat();
  api.on('GET /api/conversation/all', { body: [row] });
  await write('Half a thought');
  await app.reader.click(screen.getByRole('link', { name: 'Messages', current: false }));
  await app.reader.click(await screen.findByRole('link', { name: /Profile 5/ }));
  await screen.findByRole('heading', { name: other.profileName });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' });
  expect(field.value).toBe('Half a thought');
  await write('{Enter}');
  expect(socket().sent).toMatchObject([{ content: 'Half a thought' }]);
  expect(field.value).toBe('');
});

describe('a refused message', () => {
  const NOT_SENT = 'Not sent: The profile does not exist.';

  async function refuse() {
    await openChat();
    await write('Message 2{Enter}');
    const { clientId } = socket().sent[0] as { clientId: string };
    const error = { code: 'RECEIVER_NOT_FOUND', message: 'The profile does not exist.' };
    act(() => socket().receive({ error, clientId }));
    expect(await screen.findByText('The profile does not exist.')).toBeTruthy();
    expect(log().getByText(NOT_SENT)).toBeTruthy();
    expect(shown()).toEqual(['Message 1', 'Message 2']);
  }
  const press = (name: string) => app.reader.click(log().getByRole('button', { name }));
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' });

  test('keeps its text, which goes back to where it was written', async () => {
    await refuse();
    await write('And more');
    await press('Edit');
    expect(field().value).toBe('Message 2\nAnd more');
    expect(document.activeElement).toBe(field());
    expect(shown()).toEqual(['Message 1']);
  });

  test('is not sent again, and goes when the reader has seen it', async () => {
    await refuse();
    const first = socket();
    act(() => first.close(1006));
    await waitFor(() => expect(socket()).not.toBe(first), { timeout: 3_000 });
    act(() => socket().open());
    expect(socket().sent).toEqual([]);
    await press('Discard');
    expect(shown()).toEqual(['Message 1']);
    expect(document.activeElement).toBe(field());
    expect(localStorage.getItem(`unsentMessages:${user.id}`)).toBeNull();
  });
});

describe('while the page is hidden', () => {
  const setHidden = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  afterEach(() => setHidden(false));

  test('a message that comes is read only once somebody looks', async () => {
    await openChat();
    setHidden(true);
    act(() => socket().receive(message(2)));
    expect(shown()).toEqual(['Message 1', 'Message 2']);
    expect(socket().sent).toEqual([]);
    setHidden(false);
    expect(socket().sent).toEqual([{ read: conversationId }]);
  });

  test('a chat opens, and so is read, only once somebody looks', async () => {
    setHidden(true);
    const api = emptyApi().on(CALL, { body: conversation(message(1)) });
    app = renderApp({ at: `/conversations/${other.id}`, user, api });
    await screen.findByText('Loading messages');
    expect(api.sentTo(CALL)).toHaveLength(0);
    setHidden(false);
    await screen.findByRole('heading', { name: other.profileName });
    expect(api.sentTo(CALL)).toHaveLength(1);
  });

  test('what was missed is fetched only once somebody looks, and stands before what came since', async () => {
    const api = await openChat();
    const missed = `GET /api/conversation/${conversationId}?after=${idOf(1)}`;
    await waitFor(() => expect(api.sentTo(missed)).toHaveLength(1));
    api.on(missed, { body: conversation(message(2), message(3)) });
    setHidden(true);
    const first = socket();
    act(() => first.close(1006));
    await waitFor(() => expect(socket()).not.toBe(first), { timeout: 3_000 });
    act(() => socket().open());
    act(() => socket().receive(message(3)));
    act(() => socket().receive(message(4)));
    expect(api.sentTo(missed)).toHaveLength(1);
    setHidden(false);
    await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 4']));
  });
});

describe('a further page that fails', () => {
  const next = (path: string) => ({ Link: `<${path}?cursor=c1>; rel="next"` });
  const row = (n: number) => ({ id: idOf(n), profile: sampleProfile(n), lastMessage: null, unread: 0 });

  test('of the list is asked for again only when the reader wants it', async () => {
    const page = 'GET /api/conversation/all?cursor=c1';
    const api = emptyApi()
      .on('GET /api/conversation/all', { body: [row(1)], headers: next('/api/conversation/all') })
      .breakCall(page);
    app = renderApp({ at: '/conversations', user, api });
    await screen.findByRole('link', { name: /Profile 1/ });
    act(() => void scrollToEnd());
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(scrollToEnd()).toBe(0);
    expect(api.sentTo(page)).toHaveLength(1);
    api.on(page, { body: [row(2)] });
    await app.reader.click(again);
    expect(await screen.findByRole('link', { name: /Profile 2/ })).toBeTruthy();
  });

  test('of a chat is asked for again only when the reader wants it', async () => {
    const page = `${CALL}?cursor=c1`;
    const api = emptyApi()
      .on(CALL, { body: conversation(message(2)), headers: next(`/api/conversation/${other.id}`) })
      .breakCall(page);
    await openChat(api);
    act(() => void scrollToEnd());
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(scrollToEnd()).toBe(0);
    expect(api.sentTo(page)).toHaveLength(1);
    api.on(page, { body: conversation(message(1)) });
    await app.reader.click(again);
    await waitFor(() => expect(shown()).toEqual(['Message 1', 'Message 2']));
  });
});

test('the connection goes with the session', async () => {
  await openChat();
  const open = socket();
  act(() => void app.store.dispatch({ type: 'session/sessionEnded' }));
  expect(open.readyState).toBe(3);
});

test('times are hour and minute today, otherwise the date', () => {
  const now = new Date(2026, 10, 21, 18, 0).getTime();
  expect(messageTime(new Date(2026, 10, 21, 9, 5).toISOString(), now)).toBe('09:05');
  expect(messageTime(new Date(2026, 10, 21, 0, 5).toISOString(), now)).toBe('00:05');
  expect(messageTime(new Date(2026, 10, 20, 23, 59).toISOString(), now)).toBe('Nov 20, 2026');
  app = renderApp();
});
