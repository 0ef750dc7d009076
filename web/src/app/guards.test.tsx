import { screen, waitFor } from '@testing-library/react';
import { closeApps } from '../testing/open-apps.ts';
import { getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleUser } from '../testing/samples.ts';
import { getAccessRedirect } from './guards.tsx';

type App = ReturnType<typeof renderApp>;
let app: App;

const open = (options: Parameters<typeof renderApp>[0]): App => {
  app = renderApp(options);
  return app;
};

test.each([
  ['/wallet', 'You must log in to manage your wallet.'],
  ['/conversations', 'You must log in to see messages.'],
  ['/new-post', 'You must log in to access this page.'],
  ['/settings', 'You must log in to access this page.'],
  ['/dashboard', 'You must log in to access this page.'],
])('redirects a visitor from %s with "%s" to the login', async (at, sentence) => {
  open({ at });
  expect(await screen.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
});

test.each([
  ['/dashboard', 'USER'],
  ['/dashboard', 'ORG'],
  ['/new-post/crowdfunding', 'USER'],
  ['/new-post/crowdfunding', 'MOD'],
] as const)('redirects users without permission from %s as %s to the home page', async (at, role) => {
  open({ at, user: sampleUser({ role }) });
  expect(await screen.findByText('You do not have permission to access this page.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test.each([
  ['/dashboard', 'MOD', 'Dashboard'],
  ['/new-post/crowdfunding', 'ORG', 'New crowdfunding'],
  ['/new-post/crowdfunding', 'ADMIN', 'New crowdfunding'],
  ['/new-post', 'USER', 'Create Post'],
  ['/wallet', 'USER', 'Wallet'],
] as const)('opens %s for %s', async (at, role, name) => {
  open({ at, user: sampleUser({ role }) });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  expect(getCurrentPath()).toBe(at);
});

test.each(['/login', '/register'])('redirects logged-in users from %s to the settings', async (at) => {
  open({ at, user: sampleUser() });
  await screen.findByRole('heading', { level: 1 });
  expect(getCurrentPath()).toMatch(/^\/settings/);
});

test('redirects to the login without a message from the moment at which the session expires', () => {
  const now = Date.parse('2026-11-21T09:30:00.000Z');
  const redirectAt = (expiration: string) => {
    const current = { token: 'token', expiration, user: sampleUser() };
    return getAccessRedirect({ session: { current, isExpired: false, hasEndedElsewhere: false } }, now, {});
  };
  expect(redirectAt('2026-11-21T09:30:00.001Z')).toBeNull();
  expect(redirectAt('2026-11-21T09:30:00.000Z')).toEqual({ to: '/login' });
});

test('shows the dashboard in the menu to staff only', async () => {
  open({ at: '/explore', user: sampleUser({ role: 'ORG' }) });
  await screen.findByRole('heading', { name: 'Explore' });
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull();
  closeApps();
  open({ at: '/explore', user: sampleUser({ role: 'ADMIN' }) });
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeTruthy();
});

test('shows the error page for an unknown address, with code and message of the navigation state', async () => {
  open({ at: '/nowhere' });
  expect(await screen.findByRole('heading', { name: 'PAGE NOT FOUND' })).toBeTruthy();
  expect(screen.getByText('404')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to HomePage' })).toBeTruthy();
  closeApps();
  open({ at: '/nowhere', state: { code: 403, message: 'NOT FOR YOU' } });
  expect(await screen.findByRole('heading', { name: 'NOT FOR YOU' })).toBeTruthy();
  expect(screen.getByText('403')).toBeTruthy();
});
