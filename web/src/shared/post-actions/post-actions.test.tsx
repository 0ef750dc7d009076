import { act, screen, waitFor, within } from '@testing-library/react';
import { applyLiveHint } from '../../api/live-effects.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

const createPost = (hours = 1, overrides = {}) => {
  const pubDate = hoursAgo(hours);
  return samplePost(1, { creatorData: sampleProfile(900), pubDate, modDate: pubDate, ...overrides });
};
const CALL = `PUT /api/publication/${samplePost(1).id}`;
const HISTORY = `GET /api/publication/${samplePost(1).id}/history`;

const show = (post = createPost(), user = sampleUser()) =>
  renderApp({ user, api: createEmptyApi().on('GET /api/publications', { body: [post] }) });

async function openEditor(reader: ReturnType<typeof show>['reader']) {
  await reader.click(await screen.findByRole('button', { name: 'Post options' }));
  await reader.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the post' }));
  return { dialog, box: dialog.getByRole('textbox') as HTMLTextAreaElement };
}

test.each([
  ['to its creator', createPost(23), sampleUser(), true],
  ['not after 24 hours', createPost(25), sampleUser(), false],
  ['not to an ADMIN', createPost(1), sampleUser({ id: sampleProfile(2).id, role: 'ADMIN' }), false],
  [
    'not while the post is taken down',
    createPost(1, { takenDown: { reason: 'An address', dateTime: hoursAgo(1) } }),
    sampleUser(),
    false,
  ],
])('editing is offered %s', async (_, post, user, isOffered) => {
  const { reader } = show(post, user);
  await reader.click(await screen.findByRole('button', { name: 'Post options' }));
  expect(screen.queryByRole('menuitem', { name: 'Edit' }) !== null).toBe(isOffered);
});

test('saves the cleaned text, and shows it with the date of the change', async () => {
  const post = createPost();
  const { api, reader } = show(post);
  api.on(CALL, { body: { ...post, text: 'Two otters', modDate: hoursAgo(0) } });
  const { dialog, box } = await openEditor(reader);
  expect(box.value).toBe(post.text);
  await reader.clear(box);
  await reader.type(box, ' Two otters {Control>}{Enter}{/Control}');
  expect(await screen.findByText('Your changes are saved.')).toBeTruthy();
  expect(api.sentTo(CALL).map(({ body }) => body)).toEqual([{ text: 'Two otters' }]);
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('Two otters')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Modified/ })).toBeTruthy();
});

test('sends nothing if the text is the same', async () => {
  const { api, reader } = show();
  const { dialog } = await openEditor(reader);
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.sentTo(CALL)).toEqual([]);
});

test('keeps the text and shows the error of the server beside it', async () => {
  const { api, reader } = show();
  const message = 'A post can be edited at most 20 times.';
  api.on(CALL, { status: 400, body: { message, code: 'POST_EDITED_TOO_OFTEN', params: { limit: 20 } } });
  const { dialog, box } = await openEditor(reader);
  await reader.clear(box);
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('The post cannot be empty.')).toBeTruthy();
  await reader.type(box, 'The 21st edit');
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(box.value).toBe('The 21st edit');
});

test('keeps a draft when the dialog is closed with Escape, and forgets it with Cancel', async () => {
  const post = createPost();
  const { reader } = show(post);
  const first = await openEditor(reader);
  await reader.type(first.box, ' and more');
  act(() => (screen.getByRole('dialog') as HTMLDialogElement).close());
  const second = await openEditor(reader);
  expect(second.box.value).toBe(`${post.text} and more`);
  await reader.click(second.dialog.getByRole('button', { name: 'Cancel' }));
  expect((await openEditor(reader)).box.value).toBe(post.text);
});

test('keeps the text of an edit in flight when Cancel is pressed, and shows its failure', async () => {
  const { api, reader } = show();
  const respond = api.hold(CALL);
  const { dialog, box } = await openEditor(reader);
  await reader.type(box, ' and more');
  await reader.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sentTo(CALL)).toHaveLength(1));
  await reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  respond({ status: 400, body: { message: 'Not now.', code: 'POST_EDITED_TOO_OFTEN' } });
  expect(await dialog.findByText('Not now.')).toBeTruthy();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toMatch(/ and more$/);
});

test('the date of a change opens the texts of the post, newest first', async () => {
  const modDate = hoursAgo(0);
  const post = createPost(1, { text: 'Two otters', modDate });
  const { api, reader } = show(post);
  api.breakCall(HISTORY);
  await reader.click(await screen.findByRole('button', { name: /^Modified/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Texts of this post' }));
  expect(await dialog.findByText('The texts could not be loaded.')).toBeTruthy();
  const versions = [
    { text: 'Two otters', dateTime: modDate },
    { text: 'One otter', dateTime: post.pubDate },
  ];
  api.on(HISTORY, { body: versions });
  await reader.click(dialog.getByRole('button', { name: 'Try again' }));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/current text.*Two otters$/),
    expect.stringMatching(/first text.*One otter$/),
  ]);
});

test('an edit elsewhere is shown without reloading', async () => {
  const post = createPost();
  const { api, store } = show(post);
  await screen.findByText(post.text);
  const edited = { ...post, text: 'Edited elsewhere', modDate: hoursAgo(0) };
  api.on(`GET /api/post/${post.id}`, { body: edited });
  const data = { id: post.id, authorId: post.creatorData.id, parentId: null };
  act(() => void store.dispatch(applyLiveHint({ name: 'post-edited', data })));
  expect(await screen.findByText('Edited elsewhere')).toBeTruthy();
});

test('an edit of a post that is not loaded requests nothing', async () => {
  const { api, store } = show();
  await screen.findByText(createPost().text);
  const data = { id: samplePost(2).id, authorId: sampleProfile(2).id, parentId: null };
  act(() => void store.dispatch(applyLiveHint({ name: 'post-edited', data })));
  expect(api.sentTo(`GET /api/post/${data.id}`)).toEqual([]);
});
