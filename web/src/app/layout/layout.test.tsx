import { screen, waitFor, within } from '@testing-library/react';
import { closeApps } from '../../testing/open-apps.ts';
import { getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = async (options: Parameters<typeof renderApp>[0]) => {
  app = renderApp({ at: '/explore', ...options });
  await screen.findByRole('heading', { name: 'Explore' });
};
const getTargets = (links: readonly HTMLElement[]) => links.map((link) => link.getAttribute('href'));

test('shows a visitor the logo, login, register, navigation and sharing links in the menu', async () => {
  await open({});
  const menu = within(screen.getByRole('banner'));
  expect(getTargets(menu.getAllByRole('link', { name: 'Kindra' }))).toEqual(['/']);
  expect(getTargets([menu.getByRole('link', { name: 'Login' })])).toEqual(['/login']);
  expect(getTargets([menu.getByRole('link', { name: 'Register' })])).toEqual(['/register']);
  const mainNavigation = within(menu.getByRole('navigation', { name: 'Main' }));
  expect(mainNavigation.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Homepage', 'Explore', 'Messages', 'CrowdFundings', 'Adopt']),
  );
  expect(getTargets(mainNavigation.getAllByRole('link'))).toEqual(
    expect.arrayContaining(['/', '/explore', '/conversations', '/crowdfundings', '/adoptable-animals']),
  );
  expect(getTargets([menu.getByRole('link', { name: 'Create Post' })])).toEqual(['/new-post']);
  expect(within(menu.getByRole('list', { name: 'Share Kindra' })).getAllByRole('link')).toHaveLength(4);
  expect(menu.queryByRole('link', { name: 'Dashboard' })).toBeNull();
  expect(menu.queryByRole('link', { name: /^Wallet/ })).toBeNull();
});

test('shows a visitor login and register by name in the collapsed menu', async () => {
  await open({});
  await app.reader.click(screen.getByRole('button', { name: 'Collapse the menu' }));
  const menu = within(screen.getByRole('banner'));
  for (const name of ['Login', 'Register']) {
    const link = menu.getByRole('link', { name });
    expect([link.getAttribute('href'), link.title]).toEqual([`/${name.toLowerCase()}`, name]);
  }
});

test('shows a balance of one coin in the singular', async () => {
  await open({ user: sampleUser({ walletCoins: 1 }) });
  expect(screen.getByRole('link', { name: 'Wallet: 1 coin' })).toBeTruthy();
});

test('shows logged-in users profile, settings and wallet instead of login and register', async () => {
  await open({ user: sampleUser({ profileName: 'Sixteen letters.' }) });
  const menu = within(screen.getByRole('banner'));
  expect(getTargets([menu.getByRole('link', { name: /^Your profile/ })])).toEqual(['/profile']);
  expect(menu.getByText('Sixteen letters...')).toBeTruthy();
  expect(getTargets([menu.getByRole('link', { name: 'Settings' })])).toEqual(['/settings']);
  expect(getTargets([menu.getByRole('link', { name: /^Wallet/ })])).toEqual(['/wallet']);
  expect(menu.queryByRole('link', { name: 'Login' })).toBeNull();
});

test('shows the banner of a staging system, and no banner elsewhere', async () => {
  await open({});
  expect(screen.queryByRole('complementary', { name: 'Test system' })).toBeNull();
  closeApps();
  document.documentElement.dataset.system = 'staging';
  try {
    await open({ width: 360 });
    expect(screen.getByRole('complementary', { name: 'Test system' }).textContent).toBe(
      'Test system: payments or sign-in are simulated. Do not enter real data.',
    );
  } finally {
    delete document.documentElement.dataset.system;
  }
});

test('shows a collapsible menu and no bottom bar at 1025 px', async () => {
  await open({ width: 1025 });
  expect(screen.queryByRole('button', { name: 'Open the menu' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Shortcuts' })).toBeNull();
  await app.reader.click(screen.getByRole('button', { name: 'Collapse the menu' }));
  await app.reader.click(screen.getByRole('button', { name: 'Expand the menu' }));
  expect(screen.getByRole('button', { name: 'Collapse the menu' })).toBeTruthy();
});

test.each([1440, 1024])(
  'at %i px lets a visitor choose the language in the menu, and keeps the focus',
  async (width) => {
    await open({ width });
    const description = document.head.appendChild(document.createElement('meta'));
    description.name = 'description';
    if (width === 1024) await app.reader.click(screen.getByRole('button', { name: 'Open the menu' }));
    const group = within(screen.getByRole('group', { name: 'Language' }));
    expect(group.getByRole('button', { name: 'English' }).getAttribute('aria-pressed')).toBe('true');
    const spanish = group.getByRole('button', { name: 'Español' });
    spanish.focus();
    await app.reader.keyboard('{Enter}');
    await screen.findByRole('group', { name: 'Idioma' });
    expect(document.activeElement).toBe(spanish);
    expect(spanish.getAttribute('aria-pressed')).toBe('true');
    expect([document.documentElement.lang, localStorage.getItem('language')]).toEqual(['es', 'es']);
    expect(description.content).toContain('por los animales');
    await app.reader.click(group.getByRole('button', { name: 'English' }));
    await screen.findByRole('group', { name: 'Language' });
    description.remove();
  },
);

test('can hide the balance in the collapsed menu too', async () => {
  await open({ width: 1440, user: sampleUser() });
  await app.reader.click(screen.getByRole('button', { name: 'Collapse the menu' }));
  const wallet = screen.getByRole('link', { name: /^Wallet/ });
  const title = wallet.title;
  await app.reader.click(screen.getByRole('button', { name: 'Hide the balance' }));
  expect(wallet.title).not.toBe(title);
  expect(wallet.title).toContain('*****');
  expect(localStorage.getItem('tokensVisible')).toBe('false');
  await app.reader.click(screen.getByRole('button', { name: 'Show the balance' }));
  expect(wallet.title).toBe(title);
});

test('at 1024 px opens the menu with a button, and shows the shortcuts in a bar', async () => {
  await open({ width: 1024, user: sampleUser() });
  const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
  expect(getTargets(bar.getAllByRole('link'))).toEqual([
    '/',
    '/explore',
    '/new-post',
    '/crowdfundings',
    '/conversations',
  ]);
  expect(screen.queryByRole('link', { name: 'Adopt' })).toBeNull();
  await app.reader.click(screen.getByRole('button', { name: 'Open the menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  await app.reader.click(menu.getByRole('link', { name: 'Adopt' }));
  expect(getCurrentPath()).toBe('/adoptable-animals');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
});
