import { expect, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('the terms and the privacy policy open in both languages', async ({ page }) => {
      await page.goto('/terms');
      await expect(page).toHaveTitle('Terms and conditions · Kindra');
      await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'Coins and donations' })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);

      await page.goto('/privacy?lang=es');
      await expect(page.getByRole('heading', { level: 1, name: 'Política de privacidad' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'Tus derechos' })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
    });
  });
