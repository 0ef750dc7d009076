import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { findMailLink } from './support/mails.ts';
import { findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const NEXT = 'Other42Words';

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a person who has lost the password gets a new one by mail', async ({
      page,
      context,
      playwright,
    }) => {
      const person = await registerPerson(playwright.request);
      await page.goto(await findMailLink(person.dataUser.email, 'Confirm your email address'));
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await expect(page.getByText('Your email is confirmed.')).toBeVisible();
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByLabel('The email of your account').fill(person.dataUser.email);
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText(/a mail is on its way/)).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);

      const link = await findMailLink(person.dataUser.email, 'A new password for Kindra');
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(page.getByRole('alert')).toContainText('The password is not secure.');
      await expectAccessible(page, BOTH_THEMES);
      await page.getByLabel('New password', { exact: true }).fill(NEXT);
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(findToast(page, 'Your new password is set. Please log in.')).toBeVisible();
      await logIn(page, person.username, NEXT);
      await expect(page).toHaveURL(/\/$/);

      await context.clearCookies();
      await page.evaluate('localStorage.clear()');
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill('Third33Words');
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(page.getByRole('alert')).toContainText('This link is not valid any more.');
    });

    test('a user changes the password in the settings', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await page.goto('/settings/password');
      await page.getByLabel('Current password').fill('Wrong0Words');
      await page.getByLabel('New password', { exact: true }).fill(NEXT);
      await page.getByRole('button', { name: 'Change the password' }).click();
      await expect(page.getByRole('alert')).toContainText('The current password is not correct.');
      await expectAccessible(page, BOTH_THEMES);
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Change the password' }).click();
      await expect(findToast(page, 'Your password has been changed.')).toBeVisible();
    });
  });
