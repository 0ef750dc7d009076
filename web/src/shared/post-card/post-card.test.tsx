import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { entitiesReceived } from '../../api/entities.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const show = (post = samplePost(1), user = sampleUser() as ReturnType<typeof sampleUser> | undefined) => {
  app = renderApp({ user, api: createEmptyApi().on('GET /api/publications', { body: [post] }) });
  return app;
};
const like = () => screen.findByRole('button', { name: /^Like/ });

test('shortens names to 30 characters, and shows a role badge and the date of a change', async () => {
  const creatorData = sampleProfile(1, { profileName: 'x'.repeat(31), role: 'ORG' });
  show(samplePost(1, { creatorData, modDate: '2026-11-20T11:00:00.000Z' }));
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('link', { name: `${'x'.repeat(30)}...` })).toBeTruthy();
  expect(card.getByText('Organization')).toBeTruthy();
  expect(card.getByText(/^Modified/)).toBeTruthy();
});

test('shows neither badge nor change for an unchanged post of a person', async () => {
  show();
  const card = within(await screen.findByRole('article'));
  expect(card.queryByText(/^Modified/)).toBeNull();
  expect(card.queryByText('Organization')).toBeNull();
});

test('does not link a post of an erased account to a profile', async () => {
  show(samplePost(1, { creatorData: sampleProfile(1, { nickname: '', profileName: 'Erased account' }) }));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('Erased account')).toBeTruthy();
  const links = card.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.startsWith('/profile/'))).toEqual([]);
});

test('links addresses and nicknames in its text, which sets its direction', async () => {
  show(samplePost(1, { text: 'مرحبا @somebody\nhttps://example.org/cats' }));
  const card = within(await screen.findByRole('article'));
  expect((await card.findByRole('link', { name: '@somebody' })).getAttribute('href')).toBe(
    '/profile/somebody',
  );
  const address = card.getByRole('link', { name: 'https://example.org/cats' });
  expect(address.parentElement).toMatchObject({
    dir: 'auto',
    textContent: 'مرحبا @somebody\nhttps://example.org/cats',
  });
});

test.each([
  ['its text', () => screen.getByText(samplePost(1).text)],
  ['its nickname', () => screen.getByText('@nickname1')],
  ['the space around', () => screen.getByRole('article')],
])('opens the post from anywhere on its body: %s', async (_, getPlace) => {
  const { reader, api } = show();
  api.on(`GET /api/post/${samplePost(1).id}`, { body: samplePost(1) });
  await screen.findByRole('article');
  await reader.click(getPlace());
  await waitFor(() => expect(getCurrentPath()).toBe(`/post/${samplePost(1).id}`));
});

test('does not open the post from its buttons, menu and dialogs', async () => {
  const { reader, api } = show(samplePost(1, { creatorData: sampleProfile(900) }));
  api.on('POST /api/likePublication', { body: { idPublication: samplePost(1).id, liked: true, likes: 5 } });
  await reader.click(await like());
  await reader.click(screen.getByRole('button', { name: 'Post options' }));
  await reader.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await reader.click(await screen.findByText('This action cannot be reversed.'));
  expect(getCurrentPath()).toBe('/');
});

test('isolates the name of its author, of any direction', async () => {
  show(samplePost(1, { creatorData: sampleProfile(1, { profileName: 'دار القطط!' }) }));
  expect((await screen.findByText('دار القطط!')).tagName).toBe('BDI');
});

test('does not open the post while text is selected', async () => {
  show();
  const text = await screen.findByText(samplePost(1).text);
  getSelection()?.selectAllChildren(text);
  fireEvent.click(text);
  expect(getCurrentPath()).toBe('/');
  getSelection()?.removeAllRanges();
});

describe('like', () => {
  test('shows at once, then with the count of the server', async () => {
    const { api, reader } = show();
    const respond = api.hold('POST /api/likePublication');
    await reader.click(await like());
    const liked = await screen.findByRole('button', { name: 'Like, 5 likes' });
    expect(liked.getAttribute('aria-pressed')).toBe('true');
    respond({ body: { idPublication: samplePost(1).id, liked: true, likes: 8 } });
    expect(await screen.findByRole('button', { name: 'Like, 8 likes' })).toBeTruthy();
  });

  test('is reverted after a failure, with a message', async () => {
    const { api, reader } = show();
    api.breakCall('POST /api/likePublication');
    await reader.click(await like());
    expect(await screen.findByText('Error when making the request to like the post.')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Like, 4 likes' })).toBeTruthy());
    expect((await like()).getAttribute('aria-pressed')).toBe('false');
  });

  test('that fails keeps counters that were loaded in the meantime', async () => {
    const { api, reader, store } = show();
    const respond = api.hold('POST /api/likePublication');
    await reader.click(await like());
    await screen.findByRole('button', { name: 'Like, 5 likes' });
    const posts = [samplePost(1, { liked: false, likes: 70 })];
    act(() => void store.dispatch(entitiesReceived({ entity: 'post', entities: posts, position: 99 })));
    await screen.findByRole('button', { name: 'Like, 71 likes' });
    respond({ status: 400, body: { message: 'Not this one.', code: 'REFUSED' } });
    expect(await screen.findByText('Not this one.')).toBeTruthy();
    const button = await screen.findByRole('button', { name: 'Like, 70 likes' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  test('is kept if another tab has liked the post before', async () => {
    const { api, reader } = show();
    const { id } = samplePost(1);
    let liked = true;
    api.on('POST /api/likePublication', () => {
      liked = !liked;
      return { body: { idPublication: id, liked, likes: liked ? 5 : 4 } };
    });
    await reader.click(await like());
    await waitFor(() => expect(api.sentTo('POST /api/likePublication')).toHaveLength(2));
    expect(liked).toBe(true);
    expect((await screen.findByRole('button', { name: 'Like, 5 likes' })).ariaPressed).not.toBe('false');
    const [first, second] = api
      .sentTo('POST /api/likePublication')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).not.toBe(first);
  });

  test('redirects a visitor to the login', async () => {
    app = renderApp({ api: createEmptyApi().on('GET /api/publications', { body: [samplePost(1)] }) });
    await app.reader.click(await like());
    expect(await screen.findByText('Please log in to perform this action.')).toBeTruthy();
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    expect(app.api.sentTo('POST /api/likePublication')).toHaveLength(0);
  });
});

describe('delete', () => {
  const findOptions = () => screen.queryByRole('button', { name: 'Post options' });
  const createOwnPost = () => samplePost(1, { creatorData: sampleProfile(900) });

  test.each([
    ['its creator', createOwnPost(), sampleUser(), true],
    ['an ADMIN', samplePost(1), sampleUser({ role: 'ADMIN' }), true],
    ['a MOD', samplePost(1), sampleUser({ role: 'MOD' }), false],
    ['another user', samplePost(1), sampleUser(), false],
  ])('is offered to %s: %#', async (_, post, user, isOffered) => {
    show(post, user);
    await screen.findByRole('article');
    if (findOptions()) await app.reader.click(findOptions() as HTMLElement);
    expect(screen.queryByRole('menuitem', { name: 'Delete' }) !== null).toBe(isOffered);
  });

  const confirmDeletion = async (reader: typeof app.reader) => {
    await reader.click((await screen.findByRole('button', { name: 'Post options' })) as HTMLElement);
    await reader.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Are you sure you want to delete the post?' }),
    );
    expect(dialog.getByText('This action cannot be reversed.')).toBeTruthy();
    await reader.click(dialog.getByRole('button', { name: 'Delete' }));
  };

  test('happens after a question', async () => {
    const { api, reader } = show(createOwnPost());
    api.on(`DELETE /api/publication/${createOwnPost().id}`, { body: { message: 'done' } });
    await confirmDeletion(reader);
    expect(await screen.findByText('Post deleted sucesfull')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
  });

  test.each([
    [403, 'You may not delete this post.'],
    [500, 'The post cannot be deleted now.'],
    [503, 'Kindra is busy. Please try again in a moment.'],
  ])('keeps the post and shows the message after status %d', async (status, message) => {
    const { api, reader } = show(createOwnPost());
    api.on(`DELETE /api/publication/${createOwnPost().id}`, { status, body: { message, code: 'REFUSED' } });
    await confirmDeletion(reader);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('article')).toBeTruthy();
  });
});

describe('take-down', () => {
  const { id } = samplePost(1);
  const takenDown = { reason: 'It shows an address.', dateTime: '2026-11-21T10:00:00.000Z' };
  const openOptions = async (reader: typeof app.reader) =>
    reader.click(await screen.findByRole('button', { name: 'Post options' }));

  test('is offered to staff, requires a reason, and marks the post', async () => {
    const { api, reader } = show(samplePost(1), sampleUser({ role: 'MOD' }));
    const call = `PUT /api/dashboard/take-down/post/${id}`;
    api
      .on(call, { body: { message: 'The post has been taken down.' } })
      .on(`GET /api/post/${id}`, { body: { ...samplePost(1), takenDown } });
    await openOptions(reader);
    await reader.click(await screen.findByRole('menuitem', { name: 'Take down' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take this post down?' }));
    await reader.click(dialog.getByRole('button', { name: 'Take down' }));
    expect(dialog.getByText('The reason cannot be empty.')).toBeTruthy();
    await reader.type(dialog.getByRole('textbox'), takenDown.reason);
    await reader.click(dialog.getByRole('button', { name: 'Take down' }));
    expect(await screen.findByText('The post has been taken down.')).toBeTruthy();
    expect(api.sentTo(call)[0]?.body).toEqual({ reason: takenDown.reason });
    expect((await screen.findByRole('note')).textContent).toContain('Reason: It shows an address.');
  });

  test('can be reverted by staff, with a reason', async () => {
    const { api, reader } = show({ ...samplePost(1), takenDown }, sampleUser({ role: 'ADMIN' }));
    const call = `PUT /api/dashboard/restore/post/${id}`;
    api
      .on(call, { body: { message: 'The post has been restored.' } })
      .on(`GET /api/post/${id}`, { body: samplePost(1) });
    await openOptions(reader);
    expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
    await reader.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore this post?' }));
    await reader.type(dialog.getByRole('textbox'), 'The address is public.');
    await reader.click(dialog.getByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'The address is public.' });
  });

  test('is shown to the author, who cannot revert it', async () => {
    const author = samplePost(1).creatorData;
    const { reader } = show({ ...samplePost(1), takenDown }, sampleUser({ id: author.id, role: 'MOD' }));
    expect((await screen.findByRole('note')).textContent).toContain('Taken down by staff');
    await openOptions(reader);
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Restore' })).toBeNull();
  });
});
