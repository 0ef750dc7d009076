import { screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import {
  sampleAnimal as animal,
  sampleFullProfile,
  sampleProfile,
  sampleUser,
} from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const LIST = 'GET /api/adopt/animals';
const { id: ID } = animal();
const createOwnAnimal = () => animal({ owner: sampleProfile(900, { nickname: 'reader' }) });

test('shows all details of an animal, and links to its owner', async () => {
  app = renderApp({ at: '/adoptable-animals', api: createEmptyApi().on(LIST, { body: [animal()] }) });
  const card = await screen.findByRole('article', { name: 'Rex' });
  for (const text of [
    'Small Mammal',
    'Otter',
    'Male',
    '1 year',
    'Vaccinated',
    'Not sterilized',
    '1, Pond Street',
  ])
    expect(within(card).getByText(text)).toBeTruthy();
  const contact = within(card).getByRole('link', { name: 'Contact about Rex' });
  expect(contact.getAttribute('href')).toBe(`/conversations/${sampleProfile(1).id}`);
  expect(within(card).queryByRole('button', { name: /Report/ })).toBeNull();
  expect(card.querySelector('img')?.getAttribute('src')).toBe(`/api/adopt/${ID}/image`);
});

test('offers staff neither contact nor report for an animal that is taken down', async () => {
  const takenDown = { reason: 'It is for sale.', dateTime: '2026-11-21T10:00:00.000Z' };
  const api = createEmptyApi().on(LIST, { body: [animal({ takenDown })] });
  app = renderApp({ at: '/adoptable-animals', user: sampleUser({ role: 'MOD' }), api });
  const card = within(await screen.findByRole('article', { name: 'Rex' }));
  expect(await card.findByRole('button', { name: /^Restore/ })).toBeTruthy();
  expect(card.queryByRole('link', { name: /Contact/ })).toBeNull();
  expect(card.queryByRole('button', { name: /Report/ })).toBeNull();
});

test('shows a sentence when there are no animals', async () => {
  app = renderApp({ at: '/adoptable-animals', api: createEmptyApi().on(LIST, { body: [] }) });
  expect(await screen.findByText('There is currently no active animals to adopt.')).toBeTruthy();
});

test('keeps filters in the address, and sends them to the server', async () => {
  const filteredCall = `${LIST}?type=CAT&text=siamese&minAge=2&maxAge=7`;
  const api = createEmptyApi()
    .on(LIST, { body: [animal()] })
    .on(`${LIST}?type=CAT`, { body: [] })
    .on(`${LIST}?type=CAT&minAge=2&maxAge=7`, { body: [] })
    .on(filteredCall, { body: [animal({ animal: { ...animal().animal, name: 'Mia', type: 'CAT' } })] });
  app = renderApp({ at: '/adoptable-animals', api });
  await screen.findByRole('article', { name: 'Rex' });
  await app.reader.selectOptions(screen.getByLabelText('Type'), 'Cat');
  expect(await screen.findByText('No animals match these filters.')).toBeTruthy();
  await app.reader.selectOptions(screen.getByLabelText('Age'), '2 to 7 years');
  await app.reader.type(screen.getByLabelText('Search'), ' siamese {Enter}');
  expect(await screen.findByRole('article', { name: 'Mia' })).toBeTruthy();
  expect(getCurrentPath()).toBe('/adoptable-animals?type=CAT&age=adult&text=siamese');
  expect(api.sentTo(filteredCall)).toHaveLength(1);
  await app.reader.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(getCurrentPath()).toBe('/adoptable-animals'));
});

test('marks animals of the previous filter as busy until the response arrives', async () => {
  const catsCall = `${LIST}?type=CAT`;
  const api = createEmptyApi().on(LIST, { body: [animal()] });
  const respond = api.hold(catsCall, { body: [] });
  app = renderApp({ at: '/adoptable-animals', api });
  const list = await screen.findByRole('list', { name: 'Animals for adoption' });
  expect(list.getAttribute('aria-busy')).toBe('false');
  await app.reader.selectOptions(screen.getByLabelText('Type'), 'Cat');
  expect(list.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(api.sentTo(catsCall)).toHaveLength(1));
  respond();
  expect(await screen.findByText('No animals match these filters.')).toBeTruthy();
  expect(screen.getByText('0 animals shown').getAttribute('role')).toBe('status');
});

test('shows no animals of the previous filter when loading fails', async () => {
  const catsCall = `${LIST}?type=CAT`;
  const api = createEmptyApi()
    .on(LIST, { body: [animal()] })
    .breakCall(catsCall);
  app = renderApp({ at: '/adoptable-animals', api });
  await screen.findByRole('article', { name: 'Rex' });
  await app.reader.selectOptions(screen.getByLabelText('Type'), 'Cat');
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('article', { name: 'Rex' })).toBeNull();
  api.on(catsCall, { body: [animal({ animal: { ...animal().animal, name: 'Mia', type: 'CAT' } })] });
  await app.reader.click(retryButton);
  expect(await screen.findByRole('article', { name: 'Mia' })).toBeTruthy();
});

test('limits a search to 100 characters, including emoji', async () => {
  app = renderApp({ at: '/adoptable-animals', api: createEmptyApi().on(LIST, { body: [animal()] }) });
  const field = await screen.findByLabelText<HTMLInputElement>('Search');
  await app.reader.click(field);
  await app.reader.paste('🐈'.repeat(101));
  expect(field.value).toBe('🐈'.repeat(100));
});

test('clears the search field when the menu opens the list without filters', async () => {
  const api = createEmptyApi()
    .on(LIST, { body: [animal()] })
    .on(`${LIST}?text=siamese`, { body: [] });
  app = renderApp({ at: '/adoptable-animals?text=siamese', api });
  const field = await screen.findByLabelText<HTMLInputElement>('Search');
  expect(field.value).toBe('siamese');
  await app.reader.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Adopt' }),
  );
  await screen.findByRole('article', { name: 'Rex' });
  expect(field.value).toBe('');
});

test.each([
  ['Adopted: Rex', 'Mark as adopted', `PUT /api/adopt/adopted/${ID}`, 'Animal marked as adopted correctly.'],
  ['Delete Rex', 'Delete', `DELETE /api/adopt/delete/${ID}`, 'Adoption successfully removed.'],
])('lets its owner choose %s after confirmation', async (button, confirm, call, sentence) => {
  const api = createEmptyApi().on(LIST, { body: [createOwnAnimal()] });
  api.on(call, () => {
    api.on(LIST, { body: [] });
    return { body: createOwnAnimal() };
  });
  app = renderApp({ at: '/adoptable-animals', user: sampleUser(), api });
  const card = await screen.findByRole('article', { name: 'Rex' });
  expect(within(card).queryByRole('link', { name: /Contact/ })).toBeNull();
  await app.reader.click(within(card).getByRole('button', { name: button }));
  expect(api.sentTo(call)).toHaveLength(0);
  await app.reader.click(
    within(screen.getByRole('dialog', { name: /Rex/ })).getByRole('button', { name: confirm }),
  );
  expect(await screen.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Rex' })).toBeNull());
});

test.each([
  ['a stranger', sampleUser(), 1, 'link', ['Contact about Rex']],
  ['its owner', sampleUser(sampleProfile(1)), 1, 'button', ['Adopted: Rex', 'Delete Rex']],
] as const)(
  'shows %s the buttons of an animal only while it is available',
  async (_, user, owner, role, names) => {
    const adopted = animal({ id: '01890000-0000-7000-8000-00000000a002', status: 'ADOPTED' });
    const api = createEmptyApi()
      .on('GET /api/profile/nickname1', { body: sampleFullProfile(owner) })
      .on('GET /api/adopt/profile/nickname1', {
        body: [animal(), { ...adopted, animal: { ...adopted.animal, name: 'Lutra' } }],
      });
    app = renderApp({ at: '/profile/nickname1/adopt', user, api });
    const available = within(await screen.findByRole('article', { name: 'Rex' }));
    for (const name of names) expect(available.getByRole(role, { name })).toBeTruthy();
    const gone = within(screen.getByRole('article', { name: 'Lutra' }));
    expect(gone.getByText('Adopted')).toBeTruthy();
    expect(gone.queryAllByRole('button')).toHaveLength(0);
    expect(gone.queryByRole('link', { name: /Contact/ })).toBeNull();
  },
);

test('shows adopted animals on a profile without buttons', async () => {
  const api = createEmptyApi()
    .on('GET /api/profile/nickname1', { body: sampleFullProfile(1) })
    .on('GET /api/adopt/profile/nickname1', { body: [animal({ status: 'ADOPTED' })] });
  app = renderApp({ at: '/profile/nickname1/adopt', api });
  const card = await screen.findByRole('article', { name: 'Rex' });
  expect(within(card).getByText('Adopted')).toBeTruthy();
  expect(within(card).queryByRole('link', { name: /Contact/ })).toBeNull();
});

test('requires all fields, and shows a preview', async () => {
  app = renderApp({ at: '/new-post/adopt-animal', user: sampleUser() });
  const name = await screen.findByLabelText('Name');
  await app.reader.click(screen.getByRole('button', { name: 'Offer for adoption' }));
  expect(screen.getByText('All fields to create an adoption is mandatory.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/Choose an image/));
  const isMarked = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true';
  expect(['Name', 'Breed', 'Description', 'Address', 'Type'].map(isMarked)).toEqual([
    ...[true, true, true, true],
    false,
  ]);
  await app.reader.type(name, 'Nutria');
  const preview = screen.getByRole('complementary', { name: 'Preview' });
  expect(within(preview).getByRole('heading', { name: 'Nutria' })).toBeTruthy();
  expect(within(preview).getByText('5 years')).toBeTruthy();
  const age = screen.getByLabelText('Age, in years');
  await app.reader.clear(age);
  await app.reader.type(age, '500');
  await app.reader.tab();
  expect(age).toHaveProperty('value', '100');
  await app.reader.click(screen.getByLabelText('Description'));
  await app.reader.paste('x'.repeat(301));
  expect(screen.getByText('300 / 300')).toBeTruthy();
});

describe('the page of an animal', () => {
  const DETAIL = `GET /api/adopt/${ID}/data`;

  test('is opened from the list, shows the animal and leads back', async () => {
    const api = createEmptyApi()
      .on(LIST, { body: [animal()] })
      .on(DETAIL, { body: animal() });
    app = renderApp({ at: '/adoptable-animals', api });
    await app.reader.click(await screen.findByRole('link', { name: 'Rex' }));
    expect(getCurrentPath()).toBe(`/adoptable-animals/${ID}`);
    await screen.findByRole('heading', { level: 1, name: 'Rex' });
    expect(screen.getByText('Likes children.')).toBeTruthy();
    expect(document.title).toBe('Rex · Kindra');
    expect(screen.getByRole('link', { name: 'Contact about Rex' })).toBeTruthy();
    await app.reader.click(screen.getByRole('link', { name: 'Adopt', current: false }));
    expect(getCurrentPath()).toBe('/adoptable-animals');
  });

  test('redirects to the list when there is no such animal', async () => {
    const api = createEmptyApi()
      .on(LIST, { body: [] })
      .on(DETAIL, { status: 404, body: { code: 'ADOPTION_NOT_FOUND', params: {}, message: 'Gone.' } });
    app = renderApp({ at: `/adoptable-animals/${ID}`, api });
    await waitFor(() => expect(getCurrentPath()).toBe('/adoptable-animals'));
  });

  test('can be reloaded after a failure', async () => {
    const api = createEmptyApi().breakCall(DETAIL);
    app = renderApp({ at: `/adoptable-animals/${ID}`, api });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.on(DETAIL, { body: animal() });
    await app.reader.click(retryButton);
    expect(await screen.findByText('Likes children.')).toBeTruthy();
  });
});
