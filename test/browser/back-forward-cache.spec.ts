/** Journeys with the back/forward cache of Chromium, which Playwright turns off by default. */
import { expect, test } from '@playwright/test';
import { CHROMIUM_OPTIONS } from './support/chromium.ts';
import { logInAs, registerPerson } from './support/people.ts';

test.use({ launchOptions: { ...CHROMIUM_OPTIONS, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

/** More pages than a browser opens connections to one server over HTTP/1.1. */
const PATHS = [
  '/explore',
  '/crowdfundings',
  '/adoptable-animals',
  '/wallet',
  '/notifications',
  '/profile',
  '/',
];

test('pages that were left hold no connection, and a page is live again after going back', async ({
  page,
  context,
  playwright: { request },
}) => {
  const reader = await registerPerson(request, 'Lark Field');
  await logInAs(context, reader);
  for (const path of PATHS) {
    const liveUpdates = page.waitForResponse((response) => response.url().endsWith('/api/live/updates'));
    await page.goto(path, { timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await liveUpdates;
  }

  await page.goto('/explore', { timeout: 30_000 });
  const liveUpdates = page.waitForResponse((response) => response.url().endsWith('/api/live/updates'));
  // `page.goBack` waits for the event `load`, which a page from the cache has had already.
  await page.evaluate('history.back()');
  await liveUpdates;
  await (await registerPerson(request, 'Martin Eaves')).follow(reader.dataUser);
  await expect(page.getByRole('link', { name: 'Notifications: 1 unread' })).toBeVisible();
});
