import { act, screen, waitFor } from '@testing-library/react';
import { eventSources, scrollToEnd } from '../../testing/browser-gaps.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const getShownTexts = () => screen.getAllByText(/^Text of post/).map(({ textContent }) => textContent);

/** Publishes a post, by another author unless stated otherwise. */
const publish = (n: number, authorId = sampleProfile(1).id) =>
  act(async () => {
    const data = { id: samplePost(n).id, authorId, parentId: null };
    for (const source of eventSources) source.send('post-published', data);
  });

test('does not count new posts that the loaded feed contains', async () => {
  const body = [samplePost(2), samplePost(1)];
  const api = createEmptyApi();
  const answer = api.hold('GET /api/publications', { body });
  app = renderApp({ user: sampleUser(), api });
  await waitFor(() => expect(api.sentTo('GET /api/publications')).toHaveLength(1));
  await publish(2);
  await publish(3);
  await act(async () => answer());
  await screen.findByText('Text of post 2');
  expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy();
});

test('loads new posts after the page that is loading, once', async () => {
  const page = 'GET /api/publications?cursor=c1';
  const headers = { Link: '</api/publications?cursor=c1>; rel="next"' };
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1)], headers });
  const answer = api.hold(page, { body: [samplePost(5)] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  await publish(2);
  act(() => void scrollToEnd());
  await waitFor(() => expect(api.sentTo(page)).toHaveLength(1));
  const pill = await screen.findByRole('button', { name: '1 new post' });
  await app.reader.click(pill);
  expect(pill.getAttribute('aria-busy')).toBe('true');
  const reloadedPage = { body: [samplePost(2), samplePost(1)] };
  const answerReload = api.hold('GET /api/publications', reloadedPage);
  await act(async () => answer());
  await waitFor(() => expect(api.sentTo('GET /api/publications')).toHaveLength(2));
  await app.reader.click(pill);
  await act(async () => answerReload());
  await screen.findByText('Text of post 2');
  await waitFor(() => expect(screen.queryByRole('button', { name: /new post/ })).toBeNull());
  expect(api.sentTo('GET /api/publications')).toHaveLength(2);
});

test('keeps the notice when the posts cannot be loaded, and announces it once', async () => {
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1)] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  await publish(2);
  const announcement = await screen.findByText('There are new posts.');
  await publish(3);
  const pill = await screen.findByRole('button', { name: '2 new posts' });
  expect(screen.getByText('There are new posts.')).toBe(announcement);
  expect(pill.closest('[role=status]')).toBeNull();
  api.breakCall('GET /api/publications');
  await app.reader.click(pill);
  expect(await screen.findByText('Error making request when loading posts.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '2 new posts' })).toBe(pill);
});

test('shows the requested posts first, whatever their rank, without deleted ones', async () => {
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1)] });
  for (const n of [2, 3, 5]) api.on(`GET /api/post/${samplePost(n).id}`, { body: samplePost(n) });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  for (const n of [2, 3, 4]) await publish(n);
  api.on('GET /api/publications', { body: [samplePost(1), samplePost(2)] });
  await app.reader.click(await screen.findByRole('button', { name: '3 new posts' }));
  await waitFor(() => expect(getShownTexts()).toEqual([3, 2, 1].map((n) => samplePost(n).text)));

  await publish(5);
  await app.reader.click(await screen.findByRole('button', { name: '1 new post' }));
  await waitFor(() => expect(getShownTexts()).toEqual([5, 2, 1].map((n) => samplePost(n).text)));

  const ownPost = samplePost(6, { creatorData: sampleProfile(900) });
  api.on(`GET /api/post/${ownPost.id}`, { body: ownPost });
  await publish(6, sampleUser().id);
  await waitFor(() => expect(getShownTexts()).toEqual([6, 5, 2, 1].map((n) => samplePost(n).text)));
});
