import { act, screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const EMAIL = {
  email: 'marmot@example.org',
  isVerified: true,
  pendingEmail: null,
  hasPassword: true,
};
const RULE = 'The password is not secure.';

describe('the password page of the settings', () => {
  async function openPage(api = createEmptyApi()) {
    api.on('GET /api/email', { body: EMAIL });
    const app = renderApp({ at: '/settings/password', user: sampleUser(), api });
    const current = await screen.findByLabelText('Current password');
    const change = async (before: string, after: string) => {
      await app.reader.clear(current);
      await app.reader.type(current, before);
      await app.reader.clear(screen.getByLabelText('New password'));
      await app.reader.type(screen.getByLabelText('New password'), after);
      await app.reader.click(screen.getByRole('button', { name: 'Change the password' }));
    };
    return { api, change };
  }

  test('changes the password, and empties its fields', async () => {
    const { api, change } = await openPage(createEmptyApi().on('PUT /api/password', { status: 204 }));
    await change('Passw0rdOf1', 'Other42Words');
    expect(await screen.findByText('Your password has been changed.')).toBeTruthy();
    expect(api.sentTo('PUT /api/password')[0]?.body).toEqual({
      currentPassword: 'Passw0rdOf1',
      newPassword: 'Other42Words',
      language: 'en',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  });

  test('checks the new password before sending it', async () => {
    const { api, change } = await openPage();
    await change('Passw0rdOf1', 'short');
    expect((await screen.findByRole('alert')).textContent).toBe(RULE);
    expect(api.sentTo('PUT /api/password')).toHaveLength(0);
  });

  test('shows a wrong current password beside its field', async () => {
    const problem = { code: 'WRONG_PASSWORD', message: 'The current password is not correct.' };
    const { change } = await openPage(
      createEmptyApi().on('PUT /api/password', { status: 400, body: problem }),
    );
    await change('Wrong0Words', 'Other42Words');
    await screen.findByText(problem.message);
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the page of a one-time link', () => {
  test('sends nothing until a password is saved, then leads to the login', async () => {
    const api = createEmptyApi().on('POST /api/password/reset', { status: 204 });
    const app = renderApp({ at: '/reset-password#secret', api });
    const field = await screen.findByLabelText('New password');
    expect(api.sent.some(({ method }) => method !== 'GET')).toBe(false);
    await app.reader.type(field, 'short{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(RULE);
    await app.reader.clear(field);
    await app.reader.type(field, 'Other42Words{Enter}');
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    expect(api.sentTo('POST /api/password/reset').map(({ body }) => body)).toEqual([
      { token: 'secret', password: 'Other42Words', language: 'en' },
    ]);
  });

  test('does not open the login when the user has left before the password is set', async () => {
    const api = createEmptyApi();
    const respond = api.hold('POST /api/password/reset', { status: 204 });
    const app = renderApp({ at: '/reset-password#secret', api });
    await app.reader.type(await screen.findByLabelText('New password'), 'Other42Words{Enter}');
    await waitFor(() => expect(api.sentTo('POST /api/password/reset')).toHaveLength(1));
    const navigation = screen.getByRole('navigation', { name: 'Main' });
    await app.reader.click(within(navigation).getByRole('link', { name: 'Explore' }));
    await screen.findByRole('combobox', { name: 'Search Kindra' });
    await act(async () => respond());
    expect(await screen.findByText(/^Your new password is set/)).toBeTruthy();
    expect(getCurrentPath()).toBe('/explore');
  });

  test('explains a link that is not valid any more', async () => {
    const problem = {
      code: 'RESET_LINK_INVALID',
      message: 'This link is not valid any more. Please ask for a new one.',
    };
    const api = createEmptyApi().on('POST /api/password/reset', { status: 400, body: problem });
    const app = renderApp({ at: '/reset-password#used', api });
    await app.reader.type(await screen.findByLabelText('New password'), 'Other42Words{Enter}');
    expect(await screen.findByText(problem.message)).toBeTruthy();
  });

  test('without a token is not valid', async () => {
    renderApp({ at: '/reset-password', api: createEmptyApi() });
    expect(await screen.findByText(/This link is not valid any more/)).toBeTruthy();
  });
});

describe('the page for a lost password', () => {
  test('is linked on the login, and sends the address in the language of the page', async () => {
    const api = createEmptyApi().on('POST /api/password/forgot', { status: 204 });
    const app = renderApp({ at: '/login', api });
    await app.reader.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    const field = await screen.findByLabelText('The email of your account');
    await app.reader.type(field, 'marmot{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Email must be valid.');
    await app.reader.type(field, '@example.org{Enter}');
    expect(await screen.findByText(/^If marmot@example.org belongs to an account/)).toBeTruthy();
    expect(api.sentTo('POST /api/password/forgot').map(({ body }) => body)).toEqual([
      { email: 'marmot@example.org', language: 'en' },
    ]);
  });
});
