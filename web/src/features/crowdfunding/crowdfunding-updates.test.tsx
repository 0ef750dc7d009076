import { act, screen, waitFor, within } from '@testing-library/react';
import { eventSources } from '../../testing/browser-gaps.ts';
import {
  CROWDFUNDING_ID,
  CROWDFUNDING_PATH,
  createCrowdfundingApi,
  sampleCrowdfunding,
} from '../../testing/crowdfunding.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleUser } from '../../testing/samples.ts';

const LIST = `GET ${CROWDFUNDING_PATH}/updates`;
const POST = `POST ${CROWDFUNDING_PATH}/updates`;
const creator = sampleUser({ id: 'creator', role: 'ORG' });
const update = (n: number, text: string, hasPicture = false) =>
  samplePost(n, { text, update: { crowdfundingId: CROWDFUNDING_ID, hasPicture } });

let app: ReturnType<typeof renderApp>;

const openUpdates = async (api = createCrowdfundingApi(), user?: ReturnType<typeof sampleUser>) => {
  app = renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}?tab=updates`, api, user });
  await screen.findByRole('heading', { name: 'A roof for the shelter' });
};
const findBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'New update' });
const submit = () => app.reader.click(screen.getByRole('button', { name: 'Post the update' }));

test('readers see the updates with their pictures, and no form', async () => {
  const updates = [update(2, 'The roof is on.', true), update(1, 'Wood is here.')];
  await openUpdates(createCrowdfundingApi().on(LIST, { body: updates }));
  const list = await screen.findByRole('list', { name: 'Updates of the crowdfunding' });
  const [newest, oldest] = within(list).getAllByRole('article');
  expect(newest?.textContent).toContain('The roof is on.');
  await waitFor(() =>
    expect(newest?.querySelector('img')?.getAttribute('src')).toBe(
      `/api/publication/${updates[0]?.id}/image`,
    ),
  );
  expect(oldest?.querySelector('img')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Update of a crowdfunding' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'New update' })).toBeNull();
});

test('shows a message when there are none, and loads them again after a failure', async () => {
  const api = createCrowdfundingApi().breakCall(LIST);
  await openUpdates(api);
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  api.on(LIST, { body: [] });
  await app.reader.click(retryButton);
  expect(await screen.findByText('There are no updates yet.')).toBeTruthy();
});

test('a campaign without approval has no updates', async () => {
  await openUpdates(createCrowdfundingApi({ status: 'PENDING', startDate: null }), creator);
  expect(screen.queryByRole('tab', { name: 'Updates' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'Description', selected: true })).toBeTruthy();
});

test('the creator posts an update, which is listed first', async () => {
  const api = createCrowdfundingApi().on(LIST, { body: [update(1, 'Wood is here.')] });
  await openUpdates(api, creator);
  await screen.findByText('Wood is here.');
  api.on(POST, { body: update(2, 'The roof is on.') });
  await app.reader.type(await findBox(), '  The roof is on. ');
  await submit();
  expect(await screen.findByText('Update posted.')).toBeTruthy();
  expect(api.sentTo(POST)[0]?.body).toEqual({ text: 'The roof is on.' });
  expect((await findBox()).value).toBe('');
  const list = screen.getByRole('list', { name: 'Updates of the crowdfunding' });
  expect(
    within(list)
      .getAllByRole('article')
      .map((article) => article.textContent),
  ).toEqual([expect.stringContaining('The roof is on.'), expect.stringContaining('Wood is here.')]);
});

test('a rejected update keeps its text', async () => {
  const api = createCrowdfundingApi().on(LIST, { body: [] });
  await openUpdates(api, creator);
  await findBox();
  await submit();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(api.sentTo(POST)).toEqual([]);
  api.breakCall(POST);
  await app.reader.type(await findBox(), 'The roof is on.');
  await submit();
  expect(await screen.findByText('Error posting the update.')).toBeTruthy();
  expect((await findBox()).value).toBe('The roof is on.');
});

test('an open list loads an update of somebody else live', async () => {
  const api = createCrowdfundingApi().on(LIST, { body: [] });
  await openUpdates(api, sampleUser());
  await screen.findByText('There are no updates yet.');
  api.on(LIST, { body: [update(1, 'Wood is here.')] });
  const { id, status, currentAmount, numDonations } = sampleCrowdfunding();
  const hint = { id, status, currentAmount, numDonations, position: 99 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  expect(await screen.findByText('Wood is here.')).toBeTruthy();
});

test('elsewhere, an update links to its campaign', async () => {
  const api = createCrowdfundingApi().on('GET /api/publications', { body: [update(1, 'Wood is here.')] });
  app = renderApp({ api, user: sampleUser() });
  const link = await screen.findByRole('link', { name: 'Update of a crowdfunding' });
  expect(link.getAttribute('href')).toBe(`/crowdfundings/${CROWDFUNDING_ID}?tab=updates`);
});
