import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleAnimal, sampleProfile, sampleUser } from '../testing/samples.ts';

const ID = '01890000-0000-7000-8000-00000000a001';
const JPEG = 'data:image/jpeg;base64,AAAA';

let app: ReturnType<typeof renderApp>;
beforeAll(() => {
  // jsdom cannot decode or draw pictures.
  Object.assign(globalThis, { createImageBitmap: async () => ({ width: 30, height: 20, close: () => {} }) });
  const context = { fillRect: () => {}, drawImage: () => {} };
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(JPEG);
});
afterAll(() => jest.restoreAllMocks());

const press = async (name: string) => app.reader.click(await screen.findByRole('button', { name }));
const fill = async (texts: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(texts))
    fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
  const file = new File(['x'], 'picture.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText(/Choose an image/), { target: { files: [file] } });
  await screen.findByLabelText(/Choose another image/);
};

const crowdfunding = {
  at: '/new-post/crowdfunding',
  fill: () => fill({ Title: ' A roof ', Description: 'It rains in.' }),
  button: 'Create crowdfunding',
  call: 'POST /api/crowdfunding',
  fieldTypes: ['file', 'range'],
  sent: {
    title: 'A roof',
    description: 'It rains in.',
    goalAmount: 250_000,
    durationDays: 30,
    imageBase64: JPEG,
  },
};
const animal = {
  at: '/new-post/adopt-animal',
  fill: () =>
    fill({ Name: 'Rex', Breed: 'Mixed', Description: 'Likes children.', Address: '1, Pond Street' }),
  button: 'Offer for adoption',
  call: 'POST /api/adopt',
  fieldTypes: ['file', 'null', 'null', 'checkbox', 'checkbox'],
  sent: {
    animal: { name: 'Rex', type: 'DOG', breed: 'Mixed', age: 5, sex: 'M', imageBase64: JPEG },
    description: 'Likes children.',
    vaccinated: true,
    sterilized: true,
    address: '1, Pond Street',
  },
};
const user = sampleUser({ role: 'ORG' });

test.each([
  ['Error saving crowdfunding.', crowdfunding],
  ['Error saving adoption.', animal],
])('shows "%s" when there is no response, and repeats the idempotency key', async (sentence, form) => {
  const api = createEmptyApi().breakCall(form.call);
  app = renderApp({ at: form.at, user, api });
  await form.fill();
  for (const times of [1, 2]) {
    await press(form.button);
    await waitFor(() => expect(api.sentTo(form.call)).toHaveLength(times));
    expect(await screen.findByText(sentence)).toBeTruthy();
  }
  const [first, second] = api.sentTo(form.call).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(getCurrentPath()).toBe(form.at);
});

test.each([
  ['Crowdfunding successfully created.', `/crowdfundings/${ID}`, crowdfunding],
  ['Adoption created correctly.', '/adoptable-animals', animal],
])('sends a complete form, shows "%s" and opens %s', async (sentence, place, form) => {
  const created = {
    ...crowdfunding.sent,
    id: ID,
    status: 'PENDING',
    createdDate: '2026-11-20T10:00:00.000Z',
    startDate: null,
    endDate: null,
    currentAmount: 0,
    numDonations: 0,
    creator: sampleProfile(900),
  };
  const api = createEmptyApi()
    .on(form.call, { body: created })
    .on(`GET /api/crowdfunding/${ID}/data`, { body: created })
    .on('GET /api/adopt/animals', { body: [] });
  app = renderApp({ at: form.at, user, api });
  await form.fill();
  await press(form.button);
  expect(await screen.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe(place));
  expect(api.sentTo(form.call)[0]?.body).toEqual(form.sent);
});

test.each([crowdfunding, animal])(
  'ends the session and opens the login after a 401 of $call',
  async (form) => {
    const body = { message: 'Your session has expired.', code: 'SESSION_EXPIRED' };
    app = renderApp({ at: form.at, user, api: createEmptyApi().on(form.call, { status: 401, body }) });
    await form.fill();
    await press(form.button);
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    expect(await screen.findByText('Your session has expired.')).toBeTruthy();
    expect(localStorage.getItem('userData')).toBeNull();
  },
);

/** Submits the form. The response is held until `respond` is called. */
async function submitAndHold(form: typeof crowdfunding | typeof animal) {
  const api = createEmptyApi();
  const respond = api.hold(form.call, { body: { id: ID } });
  app = renderApp({ at: form.at, user, api });
  await form.fill();
  await press(form.button);
  await waitFor(() => expect(api.sentTo(form.call)).toHaveLength(1));
  return { api, respond };
}
const openHomePage = async () => {
  await app.reader.click(screen.getByRole('link', { name: 'Homepage' }));
  await screen.findByRole('textbox', { name: 'Write a post' });
};
/** Returns the type and `aria-disabled` of each selection field. */
const listSelectionFields = () => {
  const fields = screen
    .getByRole('main')
    .querySelectorAll('select, [type=checkbox], [type=range], [type=file]');
  return [...fields].map((field) => `${field.getAttribute('type')} ${field.getAttribute('aria-disabled')}`);
};
const findDescription = () => screen.findByLabelText<HTMLTextAreaElement>('Description');

test.each([crowdfunding, animal])('sends the focal point of the image with $call', async (form) => {
  app = renderApp({ at: form.at, user, api: createEmptyApi().breakCall(form.call) });
  await form.fill();
  const focalPoint = screen.getByRole('slider', { name: 'Focal point' });
  focalPoint.focus();
  await app.reader.keyboard('{ArrowLeft}{ArrowUp}');
  const preview = screen.getByRole('article', { name: /Preview/ });
  expect(preview.querySelector('img')?.style.objectPosition).toBe('45% 45%');
  await press(form.button);
  await waitFor(() => expect(app.api.sentTo(form.call)).toHaveLength(1));
  const body = app.api.sentTo(form.call)[0]?.body;
  const picture = form === animal ? (body as typeof animal.sent).animal : body;
  expect(picture).toMatchObject({ imageBase64: JPEG, imageFocus: { x: 0.45, y: 0.45 } });
});

test.each([
  ['Crowdfunding successfully created.', crowdfunding],
  ['Adoption created correctly.', animal],
])('does not redirect a user who has left before "%s"', async (sentence, form) => {
  const { respond } = await submitAndHold(form);
  await openHomePage();
  respond();
  await screen.findByText(sentence);
  // By then, any redirect would have happened.
  await press('Close message');
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(getCurrentPath()).toBe('/');
});

test.each([
  ['Crowdfunding successfully created.', crowdfunding],
  ['Adoption created correctly.', animal],
])('locks the form until "%s", even if the user leaves and comes back', async (sentence, form) => {
  const { api, respond } = await submitAndHold(form);
  expect(listSelectionFields()).toEqual(form.fieldTypes.map((kind) => `${kind} true`));
  for (const name of ['Vaccinated', 'Sterilized']) {
    const box = screen.queryByRole('checkbox', { name });
    if (box) await app.reader.click(box);
    if (box) expect(box).toHaveProperty('checked', true);
  }
  // The file dialog is also disabled.
  expect(fireEvent.click(screen.getByLabelText(/Choose another image/))).toBe(false);
  expect((await findDescription()).readOnly).toBe(true);
  await openHomePage();
  await app.reader.click(screen.getByRole('link', { name: 'Create Post' }));
  const choice = form === animal ? /^Animal for adoption/ : /^Crowdfunding/;
  await app.reader.click(await within(screen.getByRole('main')).findByRole('link', { name: choice }));
  expect([(await findDescription()).readOnly, (await findDescription()).value]).toEqual([
    true,
    form.sent.description,
  ]);
  await press(form.button);
  respond();
  await screen.findByText(sentence);
  expect([(await findDescription()).readOnly, (await findDescription()).value]).toEqual([false, '']);
  expect(listSelectionFields()).toEqual(form.fieldTypes.map((kind) => `${kind} false`));
  expect(fireEvent.click(screen.getByLabelText(/Choose a.* image/))).toBe(true);
  expect([getCurrentPath(), api.sentTo(form.call).length]).toEqual([form.at, 1]);
});

test('shows "Error changing adoption status." when there is no response', async () => {
  const ownAnimal = sampleAnimal({ id: ID, owner: sampleProfile(900) });
  const api = createEmptyApi()
    .on('GET /api/adopt/animals', { body: [ownAnimal] })
    .breakCall(`PUT /api/adopt/adopted/${ID}`);
  app = renderApp({ at: '/adoptable-animals', user: sampleUser(), api });
  await press('Adopted: Rex');
  await app.reader.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Mark as adopted' }));
  expect(await screen.findByText('Error changing adoption status.')).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Rex' })).toBeTruthy();
});
