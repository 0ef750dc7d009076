import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { WINDOWS } from './support/windows.ts';

/** Selector that matches once the client has rendered the page, or has hydrated or replaced the server's page. */
const CLIENT_IS_READY =
  'html:not([data-rendered-width]), html:is([data-rendered="hydrated"], [data-rendered="discarded"])';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('an offline reader sees a notice, and the page recovers by itself', async ({ page, context }) => {
      await page.goto('/crowdfundings');
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.locator(CLIENT_IS_READY)).toBeAttached();
      await context.setOffline(true);
      const notice = page.getByText('You are offline. What you see may be out of date.');
      await expect(notice).toBeVisible();
      await page.getByRole('article').getByRole('link').first().click();
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expectAccessible(page);

      await context.setOffline(false);
      await expect(notice).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    });
  });
