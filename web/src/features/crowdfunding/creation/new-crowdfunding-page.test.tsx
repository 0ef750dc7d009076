import { fireEvent, screen, waitFor } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const MANDATORY = 'All fields for creating a crowdfunding application are mandatory.';

let app: ReturnType<typeof renderApp>;

const organization = sampleUser({ role: 'ORG', profileName: 'Stray Haven' });
const openForm = () => {
  const api = createEmptyApi().on('GET /api/wallet', { body: { walletCoins: 0 } });
  app = renderApp({ at: '/new-post/crowdfunding', user: organization, api });
  return screen.findByLabelText('Title');
};

test('shows a preview of what is typed, and limits texts', async () => {
  const title = await openForm();
  fireEvent.change(title, { target: { value: '🐾'.repeat(101) } });
  expect((title as HTMLInputElement).value).toBe('🐾'.repeat(100));
  expect(screen.getByText('100 / 100')).toBeTruthy();
  const preview = screen.getByRole('article', { name: 'Preview of your crowdfunding' });
  expect(preview.textContent).toContain('🐾'.repeat(100));
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'é'.repeat(1501) } });
  expect(screen.getByText('1500 / 1500')).toBeTruthy();
  expect(preview.textContent).toContain('250,000 kindracoins');
  expect(preview.textContent).toContain('30 days once approved');
});

test('clamps amounts and days to their range', async () => {
  await openForm();
  const goal = screen.getByLabelText('Goal amount, in kindracoins') as HTMLInputElement;
  const slider = screen.getByRole('slider', { name: 'Goal amount' }) as HTMLInputElement;
  const days = screen.getByLabelText('Duration, in days') as HTMLInputElement;
  for (const [typed, kept, sliderValue] of [
    ['5', '10000', '10000'],
    ['999999999', '100000000', '1000000'],
    ['500000', '500000', '500000'],
  ] as const) {
    await app.reader.clear(goal);
    await app.reader.type(goal, typed);
    await app.reader.tab();
    expect([goal.value, slider.value]).toEqual([kept, sliderValue]);
  }
  fireEvent.change(slider, { target: { value: '20000' } });
  expect(goal.value).toBe('20000');
  for (const [typed, kept] of [
    ['1', '7'],
    ['9999', '365'],
  ] as const) {
    await app.reader.clear(days);
    await app.reader.type(days, typed);
    await app.reader.tab();
    expect(days.value).toBe(kept);
  }
});

test('does not send an incomplete form, including one without an image', async () => {
  const title = await openForm();
  const send = () => app.reader.click(screen.getByRole('button', { name: 'Create crowdfunding' }));
  await send();
  expect(screen.getByRole('alert').textContent).toBe(MANDATORY);
  expect(document.activeElement).toBe(title);
  await app.reader.type(title, 'A roof');
  await app.reader.type(screen.getByLabelText('Description'), 'It rains in.');
  expect(screen.queryByRole('alert')).toBeNull();
  await send();
  expect(screen.getByRole('alert').textContent).toBe(MANDATORY);
  expect(app.api.sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('refuses a file that is no picture', async () => {
  await openForm();
  const file = new File(['text'], 'notes.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText(/Choose an image/), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The image must be a JPEG, PNG or WebP picture.',
  );
});

test('redirects other accounts to the home page', async () => {
  app = renderApp({ at: '/new-post/crowdfunding', user: sampleUser() });
  expect(await screen.findByText('You do not have permission to access this page.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test.each([
  ['an organization', organization, true],
  ['a person', sampleUser(), false],
])('lets %s choose what to publish', async (_, user, canRaise) => {
  app = renderApp({ at: '/new-post', user });
  const publication = await screen.findByRole('link', { name: /^Publication/ });
  expect(publication.getAttribute('href')).toBe('/');
  expect((screen.getByRole('button', { name: /^Lost pet/ }) as HTMLButtonElement).disabled).toBe(true);
  expect(screen.getByRole('link', { name: /^Animal for adoption/ })).toBeTruthy();
  const creationLink = screen.queryByRole('main')?.querySelector('a[href="/new-post/crowdfunding"]');
  expect(Boolean(creationLink)).toBe(canRaise);
});
