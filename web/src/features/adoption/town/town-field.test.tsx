import { act, screen, waitFor, within } from '@testing-library/react';
import { browserStorage } from '../../../state/browser-storage.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleAnimal as animal, sampleUser } from '../../../testing/samples.ts';

const GIRONA = {
  id: 3121456,
  name: 'Girona',
  region: 'Catalonia',
  country: 'ES',
  latitude: 41.98311,
  longitude: 2.82493,
};
const BANYOLES = { ...GIRONA, id: 3129028, name: 'Banyoles', latitude: 42.11667, longitude: 2.76667 };
const LIST = 'GET /api/adopt/animals';
const FIND = 'GET /api/towns?text=gir';

let app: ReturnType<typeof renderApp>;

afterEach(() => browserStorage.remove('town'));

const openForm = (towns: readonly unknown[] = [GIRONA, BANYOLES]) => {
  const api = createEmptyApi().on(FIND, { body: towns });
  app = renderApp({ at: '/new-post/adopt-animal', user: sampleUser(), api });
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Town' });
};
const findAddress = () => screen.getByLabelText<HTMLInputElement>('Address');

test('suggests towns while typing, and fills the address that the owner has not written', async () => {
  const field = await openForm();
  expect(screen.getByText('The address is public.')).toBeTruthy();
  await app.reader.type(field, 'gir');
  const list = await screen.findByRole('listbox', { name: 'Town' });
  expect(within(list).getAllByRole('option')).toHaveLength(2);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await app.reader.click(within(list).getByRole('option', { name: 'Girona, Catalonia, Spain' }));
  expect(field.value).toBe('Girona, Catalonia, Spain');
  expect(findAddress().value).toBe('Girona, Spain');
  await app.reader.clear(field);
  await app.reader.tab();
  expect(findAddress().value).toBe('');
});

test('is used by keyboard, and keeps an address that the owner has written', async () => {
  const field = await openForm();
  await app.reader.type(findAddress(), 'At the mill');
  await app.reader.type(field, 'gir');
  await screen.findByRole('listbox', { name: 'Town' });
  await app.reader.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  const active = field.getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toBe('Banyoles, Catalonia, Spain');
  await app.reader.keyboard('{Enter}');
  expect(field.value).toBe('Banyoles, Catalonia, Spain');
  expect(findAddress().value).toBe('At the mill');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('chooses a town with Enter only from the towns found by the typed text', async () => {
  const field = await openForm();
  const respond = app.api.hold('GET /api/towns?text=giro', { body: [BANYOLES] });
  await app.reader.type(field, 'gir');
  await screen.findByRole('listbox', { name: 'Town' });
  await app.reader.keyboard('o{ArrowDown}{Enter}');
  expect(field.value).toBe('giro');
  await waitFor(() => expect(app.api.sentTo('GET /api/towns?text=giro')).toHaveLength(1));
  await app.reader.keyboard('{Enter}');
  expect(field.value).toBe('giro');
  act(() => respond());
  await screen.findByRole('listbox', { name: 'Town' });
  await app.reader.keyboard('{Enter}');
  expect(field.value).toBe('Banyoles, Catalonia, Spain');
});

test('discards a text that names no town', async () => {
  const field = await openForm([]);
  await app.reader.type(field, 'gir');
  expect((await screen.findAllByText(/No town in the list/)).length).toBeGreaterThan(0);
  await app.reader.keyboard('{Escape}');
  expect(field.value).toBe('');
});

test('shows distances from the chosen town, and offers it again on the next visit', async () => {
  const near = `${LIST}?near=${GIRONA.id}`;
  const api = createEmptyApi()
    .on(FIND, { body: [GIRONA] })
    .on(LIST, { body: [animal({ town: BANYOLES })] })
    .on(near, { body: [animal({ town: BANYOLES, distance: 16 })] })
    .on(`${near}&within=10`, { body: [] });
  app = renderApp({ at: '/adoptable-animals', api });
  const card = await screen.findByRole('article', { name: 'Rex' });
  expect(within(card).queryByText(/km away/)).toBeNull();
  await app.reader.type(screen.getByRole('combobox', { name: 'Near a town' }), 'gir');
  await app.reader.click(await screen.findByRole('option', { name: /Girona/ }));
  expect(await screen.findByText(/16 km away/)).toBeTruthy();
  expect(getCurrentPath()).toBe(`/adoptable-animals?near=${GIRONA.id}`);
  await app.reader.selectOptions(screen.getByLabelText('Distance'), 'Up to 10 km');
  expect(await screen.findByText('No animals match these filters.')).toBeTruthy();
  await app.reader.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText(/16 km away/)).toBeTruthy();
  await app.reader.click(screen.getByRole('button', { name: 'Near Girona' }));
  await waitFor(() => expect(getCurrentPath()).toBe(`/adoptable-animals?near=${GIRONA.id}`));
});
