import { screen, waitFor, within } from '@testing-library/react';
import type { SavedSearch } from '../../../../../contract/saved-searches.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const ANIMALS = 'GET /api/adopt/animals';
const SEARCHES = 'GET /api/adopt/searches';
const SAVE = 'POST /api/adopt/searches';

const NO_FILTER = {
  type: null,
  sex: null,
  minAge: null,
  maxAge: null,
  vaccinated: null,
  sterilized: null,
  text: '',
  within: null,
};
const GIRONA = {
  id: 3121456,
  name: 'Girona',
  region: 'Catalonia',
  country: 'ES',
  latitude: 41.98311,
  longitude: 2.82493,
};
const OLD_DOGS: SavedSearch = {
  id: '01890000-0000-7000-8000-00000000b001',
  name: 'Old dogs',
  createdDate: '2026-11-20T10:00:00.000Z',
  filter: { ...NO_FILTER, type: 'DOG', minAge: 8, vaccinated: true, sterilized: false, within: 50 },
  town: GIRONA,
};
const CATS: SavedSearch = {
  ...OLD_DOGS,
  id: '01890000-0000-7000-8000-00000000b002',
  name: 'Young cats',
  filter: { ...NO_FILTER, type: 'CAT', sex: 'F', minAge: 0, maxAge: 3, text: 'calm' },
  town: null,
};

let app: ReturnType<typeof renderApp>;

/** Opens the animal list with a fake API that stores searches. */
function open(query = '', searches: readonly SavedSearch[] = [], user = sampleUser()) {
  const api = createEmptyApi().on(ANIMALS, { body: [] }).on(SEARCHES, { body: searches });
  if (query) api.on(`${ANIMALS}?${query}`, { body: [] });
  app = renderApp({ at: `/adoptable-animals${query && `?${query}`}`, api, user });
  return api;
}
const openList = async () => app.reader.click(await screen.findByText(/^Saved searches/));
const findSaveButton = () => screen.findByRole('button', { name: 'Save this search' });

test('a search is saved under a name, with its filters', async () => {
  const api = open('type=CAT&text=calm');
  api.on(SAVE, () => {
    api.on(SEARCHES, { body: [{ ...CATS, filter: { ...NO_FILTER, type: 'CAT', text: 'calm' } }] });
    return { body: CATS };
  });
  await app.reader.click(await findSaveButton());
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  expect(field.value).toBe('“calm” · Cat');
  await app.reader.clear(field);
  await app.reader.type(field, ' Calm cats {Enter}');
  expect(await screen.findByText('Search saved. We notify you of new animals that match.')).toBeTruthy();
  expect(api.sentTo(SAVE)).toMatchObject([
    { body: { name: 'Calm cats', filter: { ...NO_FILTER, type: 'CAT', text: 'calm', near: null } } },
  ]);
  const button = await screen.findByRole('button', { name: 'Search saved' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await app.reader.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a search in flight cannot be saved a second time', async () => {
  const api = open('type=CAT');
  const respond = api.hold(SAVE, { body: CATS });
  await app.reader.click(await findSaveButton());
  await app.reader.type(screen.getByLabelText('Name'), '{Enter}');
  await waitFor(() => expect(api.sentTo(SAVE)).toHaveLength(1));
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  await app.reader.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  dialog.close();
  expect(dialog.open).toBe(true);
  await app.reader.type(screen.getByLabelText('Name'), '{Enter}');
  respond();
  expect(await screen.findByText('Search saved. We notify you of new animals that match.')).toBeTruthy();
  expect(api.sentTo(SAVE)).toHaveLength(1);
});

test('the name is required, and a refusal is shown beside it', async () => {
  const api = open('type=CAT');
  const message = 'You cannot save more than 20 searches. Delete one first.';
  api.on(SAVE, { status: 400, body: { code: 'TOO_MANY_SEARCHES', params: { limit: 20 }, message } });
  await app.reader.click(await findSaveButton());
  await app.reader.clear(screen.getByLabelText('Name'));
  await app.reader.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a name for the search.')).toBeTruthy();
  await app.reader.type(screen.getByLabelText('Name'), 'Cats{Enter}');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test.each(['', 'near=3121456', 'sort=date', 'type=CAT&within=50'])(
  'the filter %j cannot be saved',
  async (query) => {
    const api = open(query);
    api.on('GET /api/towns/3121456', { body: GIRONA });
    await screen.findByText(/^Saved searches/);
    await waitFor(() => expect(api.sentTo(SEARCHES)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /this search|Search saved/ })).toBeNull();
  },
);

test('visitors log in first', async () => {
  const api = createEmptyApi().on(ANIMALS, { body: [] }).on(`${ANIMALS}?type=CAT`, { body: [] });
  app = renderApp({ at: '/adoptable-animals?type=CAT', api });
  await app.reader.click(await findSaveButton());
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(api.sentTo(SEARCHES)).toHaveLength(0);
});

test('saved searches are listed with their filters, and open the list with them', async () => {
  const api = open('', [OLD_DOGS, CATS]);
  const query = 'type=DOG&vaccinated=true&sterilized=false&near=3121456&within=50&minAge=8';
  api.on(`${ANIMALS}?${query}`, { body: [] }).on('GET /api/towns/3121456', { body: GIRONA });
  await openList();
  const list = await screen.findByRole('list', { name: 'Saved searches' });
  const [dogs, cats] = within(list).getAllByRole('link');
  expect(dogs?.textContent).toBe(
    'Old dogsDog · 8 years and older · Vaccinated · Not sterilized · Up to 50 km from Girona',
  );
  expect(cats?.textContent).toBe('Young cats“calm” · Cat · Female · 0 to 3 years');
  await app.reader.click(dogs as HTMLElement);
  expect(getCurrentPath()).toBe(
    '/adoptable-animals?type=DOG&vaccinated=true&sterilized=false&within=50&age=senior&near=3121456',
  );
  expect(await screen.findByRole('button', { name: 'Search saved' })).toBeTruthy();
});

test('a search is deleted after a confirmation', async () => {
  const api = open('', [CATS]);
  const call = `DELETE /api/adopt/searches/${CATS.id}`;
  api.on(call, () => {
    api.on(SEARCHES, { body: [] });
    return { body: { message: 'Search deleted.' } };
  });
  await openList();
  await app.reader.click(await screen.findByRole('button', { name: 'Delete the search Young cats' }));
  expect(api.sentTo(call)).toHaveLength(0);
  await app.reader.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Search deleted.')).toBeTruthy();
  expect(await screen.findByText(/^You have no saved searches/)).toBeTruthy();
});

test('a failure to load the searches is shown with a retry', async () => {
  const api = open();
  api.breakCall(SEARCHES);
  await openList();
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  api.on(SEARCHES, { body: [CATS] });
  await app.reader.click(retryButton);
  expect(await screen.findByRole('link', { name: /^Young cats/ })).toBeTruthy();
});
