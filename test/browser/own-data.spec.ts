import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a user downloads their data', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await person.publish('Two otters at the weir');
      await logInAs(context, person);
      await page.goto('/settings/data');
      await page.getByRole('button', { name: 'Request a copy' }).click();
      const download = page.getByRole('button', { name: 'Download ZIP file' });
      await expect(download).toBeVisible({ timeout: 60_000 });
      await expectAccessible(page, BOTH_THEMES);
      const saving = page.waitForEvent('download');
      await download.click();
      const file = await (await saving).path();
      const files = unzipSync(await readFile(file));
      expect(Buffer.from(files['posts.json'] ?? '').toString()).toContain('Two otters at the weir');
    });

    test('a user deletes the account, and keeps it by logging in', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await page.goto('/settings/data');
      await expect(page.getByText('Your wallet is empty')).toBeVisible();
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Your password').fill(PASSWORD);
      await expectAccessible(page, BOTH_THEMES);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await expect(findToast(page, /Your account will be erased on/)).toBeVisible();
      await page.goto(`/profile/${person.dataUser.nickname}`);
      await expect(page).toHaveURL(/\/$/);

      await page.goto('/login');
      await page.getByLabel('Username').fill(person.username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'LOGIN' }).click();
      await expect(findToast(page, /Your account is kept/)).toBeVisible();
      await page.goto(`/profile/${person.dataUser.nickname}`);
      await expect(page.getByRole('heading', { name: person.dataUser.profileName })).toBeVisible();
    });
  });
