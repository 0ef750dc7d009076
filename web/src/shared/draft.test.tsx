import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import { loadDraft, saveDraft } from '../state/draft-storage.ts';
import { sessionEnded, sessionExpired } from '../state/session.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { samplePost, sampleSession, sampleUser } from '../testing/samples.ts';
import { useDraft } from './draft.ts';

let app: ReturnType<typeof renderApp>;

const POST = 'Write a post';
const findBox = (name = POST) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const write = async (text: string, name = POST) =>
  fireEvent.change(await findBox(name), { target: { value: text } });
const reload = (options: Parameters<typeof renderApp>[0]) => {
  cleanup();
  app = renderApp(options);
};
const other = sampleUser({ id: '01890000-0000-7000-8000-000000000901' });

async function logIn() {
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'marmot7' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret123' } });
  await app.reader.click(screen.getByRole('button', { name: 'LOGIN' }));
}

test('restores a visitor’s text on the same page after the login', async () => {
  const parent = samplePost(1);
  const api = createEmptyApi()
    .on(`GET /api/post/${parent.id}`, { body: parent })
    .on(`GET /api/replies/${parent.id}`, { body: [] })
    .on('POST /api/login', { body: sampleSession() });
  app = renderApp({ at: `/post/${parent.id}`, api });
  await write('A thought', 'Write a comment');
  await app.reader.click(screen.getByRole('button', { name: 'Comment' }));
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  await logIn();
  await waitFor(() => expect(getCurrentPath()).toBe(`/post/${parent.id}`));
  expect((await findBox('Write a comment')).value).toBe('A thought');
});

test('keeps a text after a reload and the end of the session, for the same user only', async () => {
  app = renderApp({ user: sampleUser() });
  await write('Not yet sent');
  reload({ user: sampleUser() });
  expect((await findBox()).value).toBe('Not yet sent');
  act(() => {
    app.store.dispatch(sessionExpired());
  });
  reload({ user: other });
  expect((await findBox()).value).toBe('');
  reload({ user: sampleUser() });
  expect((await findBox()).value).toBe('Not yet sent');
});

test('keeps a text as long as the page when storage is blocked', () => {
  app = renderApp();
  const storage = jest.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  saveDraft(null, 'post', 'Not yet sent');
  expect(loadDraft(null, 'post')).toBe('Not yet sent');
  saveDraft(null, 'post', '');
  expect(loadDraft(null, 'post')).toBe('');
  storage.mockRestore();
});

test('deletes the text when it is sent, and keeps it after a failure', async () => {
  const api = createEmptyApi().breakCall('POST /api/publication');
  app = renderApp({ user: sampleUser(), api });
  await write('Hello');
  await app.reader.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Error making request when creating a post.');
  expect(loadDraft(sampleUser().id, 'post')).toBe('Hello');
  api.on('POST /api/publication', { body: samplePost(9) });
  await app.reader.click(screen.getByRole('button', { name: 'Post' }));
  await waitFor(() => expect(loadDraft(sampleUser().id, 'post')).toBe(''));
  expect((await findBox()).value).toBe('');
});

test('deletes all texts of this tab on logout', async () => {
  app = renderApp({ user: sampleUser() });
  saveDraft(other.id, 'post', 'theirs');
  await write('Secret');
  act(() => {
    app.store.dispatch(sessionEnded());
  });
  expect((await findBox()).value).toBe('');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});

test.each([
  ['/new-post/crowdfunding', 'Title', 'Description', 'Duration, in days'],
  ['/new-post/adopt-animal', 'Name', 'Description', 'Age, in years'],
])('keeps what was typed in %s', async (at, title, description, number) => {
  const user = sampleUser({ role: 'ORG' });
  app = renderApp({ at, user });
  const values = { [title]: 'Rex', [description]: 'Two lines\nof it', [number]: '9' };
  await screen.findByLabelText(title);
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  reload({ at, user });
  await screen.findByLabelText(title);
  for (const [label, value] of Object.entries(values))
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
});

test('drops the oldest drafts when space runs out, and does not store too long ones', () => {
  for (let n = 0; n < 40; n++) saveDraft(null, `place ${n}`, 'text');
  expect(loadDraft(null, 'place 0')).toBe('');
  expect(loadDraft(null, 'place 39')).toBe('text');
  saveDraft(null, 'long', 'x'.repeat(100_000));
  expect(loadDraft(null, 'long')).toBe('');
  expect(loadDraft(null, 'place 39')).toBe('text');
  sessionStorage.setItem('drafts', '{');
  expect(loadDraft(null, 'place 39')).toBe('');
});

function EarlyWriter() {
  const [text, setText] = useDraft('chat:early');
  useLayoutEffect(() => setText('Hello?'), [setText]);
  return <p>{text}</p>;
}

test('shows a text that is written before the browser has painted the page', () => {
  render(
    <Provider store={createStore()}>
      <EarlyWriter />
    </Provider>,
  );
  expect(screen.getByText('Hello?')).toBeTruthy();
});
