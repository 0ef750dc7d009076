import { screen, waitFor } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleSession } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const press = async (name: string) => app.reader.click(await screen.findByRole('button', { name }));
const type = (label: string, text: string) => app.reader.type(screen.getByLabelText(label), text);
const replace = async (label: string, text: string) => {
  await app.reader.clear(screen.getByLabelText(label));
  await type(label, text);
};

async function fillAccount() {
  await screen.findByRole('heading', { name: /Account$/ });
  await type('Username', 'marmot7');
  await type('Password', 'Secret123');
  await type('Confirm password', 'Secret123');
  await type('Email', 'marmot@example.org');
}

async function fillPerson() {
  await screen.findByRole('heading', { name: /About you$/ });
  await type('Name', 'Marta');
  await type('Birthdate', '1990-05-01');
  await app.reader.selectOptions(screen.getByLabelText('Gender'), 'F');
}

async function fillAll() {
  await press('NEXT');
  await fillAccount();
  await press('NEXT');
  await fillPerson();
  await press('NEXT');
  await app.reader.click(await screen.findByRole('checkbox'));
}

const open = (api = createEmptyApi()) => {
  app = renderApp({ at: '/register', api });
  return api;
};

test('registers and logs in with a complete form', async () => {
  const api = open().on('POST /api/register/USER', { body: sampleSession() });
  await fillAll();
  await press('REGISTER');
  expect(await screen.findByText('Successful register.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
  expect(localStorage.getItem('token')).toBe('new');
  expect(api.sentTo('POST /api/register/USER')[0]?.body).toEqual({
    profileData: { username: 'marmot7', password: 'Secret123', email: 'marmot@example.org' },
    personalData: { name: 'Marta', surnames: '', birthdate: '1990-05-01', gender: 'F' },
  });
});

const describeField = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('NEXT stops at the first invalid field, and keeps its hint', async () => {
  open();
  await press('NEXT');
  await screen.findByRole('heading', { name: /Account$/ });
  await type('Username', 'marmot7');
  await type('Password', 'secret');
  await press('NEXT');
  const password = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(password);
  expect(describeField(password)).toEqual([
    'The password is not secure.',
    '8 to 24 characters, with upper and lower case letters and a digit.',
  ]);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Step 1 of 3: Account');
});

test('opens the first step with errors on submit, and focuses the field', async () => {
  const message = 'The email is already registered.';
  open().on('POST /api/register/USER', { status: 400, body: { message, code: 'EMAIL_TAKEN' } });
  await fillAll();
  await press('REGISTER');
  const email = await screen.findByLabelText('Email');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(describeField(email)[0]).toBe(message);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('Step 1 of 3: Account');
  await press('NEXT');
  expect(document.activeElement).toBe(email);
  await replace('Email', 'marmot7@example.org');
  await press('NEXT');
  expect(await screen.findByRole('heading', { name: /About you$/ })).toBeTruthy();
});

test('links the terms and the privacy policy beside the consent', async () => {
  open();
  await fillAll();
  const links = ['terms and conditions', 'privacy policy'].map((name) => screen.getByRole('link', { name }));
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/terms', '_blank'],
    ['/privacy', '_blank'],
  ]);
});

test('sends nothing without consent', async () => {
  const api = open();
  await fillAll();
  await app.reader.click(screen.getByRole('checkbox'));
  await press('REGISTER');
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(api.sentTo('POST /api/register/USER')).toHaveLength(0);
});

test('opens the step of a taken username, and keeps all values', async () => {
  const message = 'The username is already taken.';
  open().on('POST /api/register/USER', { status: 400, body: { message, code: 'USERNAME_TAKEN' } });
  await fillAll();
  await press('REGISTER');
  const username = await screen.findByLabelText('Username');
  await waitFor(() => expect(document.activeElement).toBe(username));
  expect(username).toHaveProperty('value', 'marmot7');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'Secret123');
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
});

test('shows an organization that it awaits approval', async () => {
  const body = {
    message: 'Your organization account is awaiting approval.',
    code: 'NOT_APPROVED',
    type: 'NOT_APPROVED',
  };
  const api = open().on('POST /api/register/ORG', { status: 403, body });
  await app.reader.click(await screen.findByRole('radio', { name: /Organization account/ }));
  await press('NEXT');
  await fillAccount();
  await press('NEXT');
  await fillPerson();
  await press('NEXT');
  await screen.findByRole('heading', { name: /Organization$/ });
  await type('Organization name', 'Fox Friends');
  await app.reader.selectOptions(screen.getByLabelText('Category'), 'SPA');
  await press('NEXT');
  await app.reader.click(await screen.findByRole('checkbox'));
  await press('REGISTER');
  expect(
    await screen.findByRole('heading', { name: 'Your organization account is awaiting approval' }),
  ).toBeTruthy();
  expect(getCurrentPath()).toBe('/awaiting-approval');
  expect(api.sentTo('POST /api/register/ORG')[0]?.body).toMatchObject({
    orgData: { orgName: 'Fox Friends', category: 'SPA' },
  });
});

test.each([
  ['no response', () => Promise.reject(new TypeError()), 'Error completing registration request.'],
  ['a server error', { status: 503 }, 'An unexpected error has occurred.'],
])('repeats the idempotency key after %s', async (_what, response, sentence) => {
  const api = open().on('POST /api/register/USER', response);
  await fillAll();
  await press('REGISTER');
  await screen.findByText(sentence);
  await press('REGISTER');
  await waitFor(() => expect(api.sentTo('POST /api/register/USER')).toHaveLength(2));
  const keys = api.sentTo('POST /api/register/USER').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('can show the password', async () => {
  open();
  await press('NEXT');
  const password = await screen.findByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await press('Show the password');
  expect(password.getAttribute('type')).toBe('text');
});
