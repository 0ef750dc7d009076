import { expect, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a user logs another device out, which is sent to the login', async ({
      page,
      context,
      browser,
      playwright,
    }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      const theirs = await browser.newContext({ viewport });
      const other = await theirs.newPage();
      await other.goto('/login');
      await other.getByLabel('Username').fill(person.username);
      await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await other.getByRole('button', { name: 'LOGIN' }).click();
      await expect(other).toHaveURL(/\/$/);

      await page.goto('/settings');
      await page.getByRole('link', { name: 'Devices' }).click();
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('button', { name: /^Log out Chrome on / }).click();
      const question = page.getByRole('dialog', { name: /^Log out Chrome on .*\?$/ });
      await expectAccessible(page, BOTH_THEMES);
      await question.getByRole('button', { name: 'Log out' }).click();
      await expect(findToast(page, 'The device is logged out.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Log out all other devices' })).toHaveCount(0);

      await other.goto('/wallet');
      await expect(other).toHaveURL(/\/login$/);
      await page.reload();
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
    });
  });
