import { screen } from '@testing-library/react';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

const EMAIL = { email: 'marmot@example.org', isVerified: false, pendingEmail: null, hasPassword: true };

describe('the email page of the settings', () => {
  test('sends the link again while the address is not confirmed', async () => {
    const api = createEmptyApi().on('GET /api/email', { body: EMAIL }).on('PUT /api/email', { body: EMAIL });
    const app = renderApp({ at: '/settings/email', user: sampleUser(), api });
    await app.reader.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText(/We have sent a link to marmot@example.org/)).toBeTruthy();
    expect(api.sentTo('PUT /api/email')[0]?.body).toEqual({ email: EMAIL.email, language: 'en' });
  });

  test('shows that the link could not be sent', async () => {
    const problem = { code: 'TOO_MANY_EMAILS', message: 'Too many emails. Try again later.' };
    const api = createEmptyApi()
      .on('GET /api/email', { body: EMAIL })
      .on('PUT /api/email', { status: 429, body: problem });
    const app = renderApp({ at: '/settings/email', user: sampleUser(), api });
    await app.reader.click(await screen.findByRole('button', { name: 'Send the link again' }));
    expect(await screen.findByText(problem.message)).toBeTruthy();
  });

  test('asks for a new address with the current password, and shows errors beside the fields', async () => {
    const problem = { code: 'WRONG_PASSWORD', message: 'The current password is not correct.' };
    const api = createEmptyApi()
      .on('GET /api/email', { body: EMAIL })
      .on('PUT /api/email', { status: 400, body: problem });
    const app = renderApp({ at: '/settings/email', user: sampleUser(), api });
    await app.reader.type(await screen.findByLabelText('New email'), 'other@example.org');
    await app.reader.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Password cannot be empty.')).toBeTruthy();
    await app.reader.type(screen.getByLabelText('Current password'), 'Wrong0Words');
    await app.reader.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(problem.message)).toBeTruthy();
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });

  test('offers a username and a password to an account that has none', async () => {
    const api = createEmptyApi()
      .on('GET /api/email', { body: { ...EMAIL, hasPassword: false } })
      .on('PUT /api/password/first', { status: 204 });
    const app = renderApp({ at: '/settings/password', user: sampleUser(), api });
    await app.reader.type(await screen.findByLabelText('Username'), 'marmot');
    await app.reader.type(screen.getByLabelText('New password'), 'Other42Words');
    await app.reader.click(screen.getByRole('button', { name: 'Set the password' }));
    expect(await screen.findByText('Your password is set.')).toBeTruthy();
    expect(api.sentTo('PUT /api/password/first')[0]?.body).toEqual({
      username: 'marmot',
      newPassword: 'Other42Words',
      language: 'en',
    });
  });
});

describe('the page of a link', () => {
  test('confirms an address only when its button is pressed', async () => {
    const api = createEmptyApi().on('POST /api/email/verify', { status: 204 });
    const app = renderApp({ at: '/verify-email#secret', api });
    const button = await screen.findByRole('button', { name: 'Confirm the address' });
    expect(api.sent.some(({ method }) => method !== 'GET')).toBe(false);
    await app.reader.click(button);
    expect(await screen.findByText('Your email is confirmed.')).toBeTruthy();
    expect(api.sentTo('POST /api/email/verify')[0]?.body).toEqual({ token: 'secret', language: 'en' });
  });

  test('restores an address, and leads to a new password', async () => {
    const api = createEmptyApi().on('POST /api/email/undo', { status: 204 });
    const app = renderApp({ at: '/undo-email-change#secret', api });
    await app.reader.click(await screen.findByRole('button', { name: 'Restore the address' }));
    const nextLink = await screen.findByRole('link', { name: 'Choose a new password' });
    expect(nextLink.getAttribute('href')).toBe('/forgot-password');
  });

  test('explains a link that is not valid any more', async () => {
    const problem = {
      code: 'EMAIL_LINK_INVALID',
      message: 'This link is not valid any more. You can request a new one in the settings.',
    };
    const api = createEmptyApi().on('POST /api/email/verify', { status: 400, body: problem });
    const app = renderApp({ at: '/verify-email#used', api });
    await app.reader.click(await screen.findByRole('button', { name: 'Confirm the address' }));
    expect(await screen.findByText(problem.message)).toBeTruthy();
  });

  test('explains when a link could restore the address', async () => {
    renderApp({ at: '/undo-email-change', api: createEmptyApi() });
    expect(await screen.findByText(/It works once, for 7 days after the change\./)).toBeTruthy();
  });
});
