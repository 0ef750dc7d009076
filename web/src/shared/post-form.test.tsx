import { screen, waitFor } from '@testing-library/react';
import { getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const CREATE = 'POST /api/publication';
const findBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a post' });
const send = () => app.reader.click(screen.getByRole('button', { name: 'Post' }));
/** Submits a second post as soon as the previous request has ended. */
const sendAgain = async () =>
  app.reader.click(await screen.findByRole('button', { name: 'Post', busy: false }));

test('counts code points, at most 300', async () => {
  app = renderApp({ user: sampleUser() });
  await app.reader.click(await findBox());
  await app.reader.paste('🦔🦔');
  expect(screen.getByText('2 / 300')).toBeTruthy();
  await app.reader.paste('🐾'.repeat(400));
  expect(screen.getByText('300 / 300')).toBeTruthy();
  expect([...(await findBox()).value]).toHaveLength(300);
});

test('publishes the trimmed text, clears the box and shows the post', async () => {
  app = renderApp({ user: sampleUser() });
  const ownPost = samplePost(9, { text: 'Hello', creatorData: sampleProfile(900) });
  app.api.on(CREATE, { body: ownPost });
  await app.reader.type(await findBox(), '  Hello ');
  await send();
  expect(await screen.findByText('Publication created sucesfull.')).toBeTruthy();
  expect(screen.getByRole('article').textContent).toContain('Hello');
  expect((await findBox()).value).toBe('');
  expect(app.api.sentTo(CREATE)[0]?.body).toEqual({ text: 'Hello' });
});

test('at the limit, typing in the middle removes nothing at the end', async () => {
  app = renderApp({ user: sampleUser() });
  const field = await findBox();
  await app.reader.click(field);
  await app.reader.paste(`ab${'c'.repeat(297)}!`);
  await app.reader.type(field, 'xyz', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field.value).toBe(`ab${'c'.repeat(297)}!`);
  expect(field.selectionStart).toBe(2);
});

test('locks the box while a post is being sent', async () => {
  app = renderApp({ user: sampleUser() });
  const body = samplePost(9, { text: 'Hello', creatorData: sampleProfile(900) });
  const respond = app.api.hold(CREATE, { body });
  await app.reader.type(await findBox(), 'Hello');
  await send();
  expect((await findBox()).readOnly).toBe(true);
  respond();
  await screen.findByText('Publication created sucesfull.');
  expect([(await findBox()).readOnly, (await findBox()).value]).toEqual([false, '']);
});

test('keeps the box locked for a user who leaves and comes back before the response', async () => {
  app = renderApp({ user: sampleUser() });
  const body = samplePost(9, { text: 'Hello', creatorData: sampleProfile(900) });
  const respond = app.api.hold(CREATE, { body });
  await app.reader.type(await findBox(), 'Hello');
  await send();
  await app.reader.click(screen.getByRole('link', { name: 'Create Post' }));
  await waitFor(() => expect(getCurrentPath()).toBe('/new-post'));
  await app.reader.click(screen.getByRole('link', { name: 'Homepage' }));
  expect([(await findBox()).readOnly, (await findBox()).value]).toEqual([true, 'Hello']);
  await send();
  respond();
  await screen.findByText('Publication created sucesfull.');
  expect([(await findBox()).readOnly, (await findBox()).value]).toEqual([false, '']);
  expect(app.api.sentTo(CREATE)).toHaveLength(1);
});

test('repeats the idempotency key without a response, even after leaving the page', async () => {
  app = renderApp({ user: sampleUser() });
  app.api.breakCall(CREATE);
  await app.reader.type(await findBox(), 'Hello');
  await send();
  await screen.findByText('Error making request when creating a post.');
  await app.reader.click(screen.getByRole('link', { name: 'Create Post' }));
  await waitFor(() => expect(getCurrentPath()).toBe('/new-post'));
  await app.reader.click(screen.getByRole('link', { name: 'Homepage' }));
  await findBox();
  await sendAgain();
  await waitFor(() => expect(app.api.sentTo(CREATE)).toHaveLength(2));
  const [first, second] = app.api.sentTo(CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

test('repeats the idempotency key for the same text, and uses a new one for another text', async () => {
  app = renderApp({ user: sampleUser() });
  app.api.breakCall(CREATE);
  await app.reader.type(await findBox(), 'Hello');
  await send();
  expect(await screen.findByText('Error making request when creating a post.')).toBeTruthy();
  await sendAgain();
  await waitFor(() => expect(app.api.sentTo(CREATE)).toHaveLength(2));
  await app.reader.type(await findBox(), '!');
  await sendAgain();
  await waitFor(() => expect(app.api.sentTo(CREATE)).toHaveLength(3));
  const keys = app.api.sentTo(CREATE).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('does not send an empty post', async () => {
  app = renderApp({ user: sampleUser() });
  await app.reader.type(await findBox(), '   ');
  await send();
  expect(await screen.findByText('The post cannot be empty.')).toBeTruthy();
  expect(app.api.sentTo(CREATE)).toHaveLength(0);
});

test('shows the message of the server unchanged', async () => {
  app = renderApp({ user: sampleUser() });
  app.api.on(CREATE, { status: 400, body: { message: 'Not this one.', code: 'REFUSED' } });
  await app.reader.type(await findBox(), 'Hello');
  await send();
  expect(await screen.findByText('Not this one.')).toBeTruthy();
  expect((await findBox()).value).toBe('Hello');
});

test('asks a visitor to log in', async () => {
  app = renderApp();
  await app.reader.type(await findBox(), 'Hello');
  await send();
  expect(await screen.findByText('You must log in to create a post.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
});
