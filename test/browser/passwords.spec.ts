import { expect } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findEmailLink } from './support/emails.ts';
import { test } from './support/journey.ts';
import { confirmAddress, describeInLanguages, fillIn, logIn } from './support/languages.ts';
import { logInAs, PASSWORD, registerPerson } from './support/people.ts';

const NEW_PASSWORD = 'Other42Words';

describeInLanguages((texts) => {
  const { accounts, problems, subjects } = texts;

  test('a person who has lost the password gets a new one by email', async ({
    page,
    context,
    playwright,
  }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await confirmAddress(page, texts, person.dataUser.email);
    await page.goto('/login');
    await page.getByRole('link', { name: accounts.login.forgot }).click();
    await page.getByLabel(accounts.forgot.email).fill(person.dataUser.email);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('button', { name: accounts.forgot.send }).click();
    await expect(
      page.getByText(fillIn(accounts.forgot.sent, { email: person.dataUser.email })),
    ).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);

    const link = await findEmailLink(person.dataUser.email, subjects.reset);
    await page.goto(link);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill('short');
    await page.getByRole('button', { name: accounts.newPassword.save }).click();
    await expect(page.getByRole('alert')).toContainText(problems.insecure);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: accounts.newPassword.save }).click();
    await expect(page.getByText(accounts.newPassword.set)).toBeVisible();
    await logIn(page, texts, person.username, NEW_PASSWORD);
    await expect(page).toHaveURL(/\/$/);

    await context.clearCookies();
    await page.evaluate('localStorage.clear()');
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill('Third33Words');
    await page.getByRole('button', { name: accounts.newPassword.save }).click();
    await expect(page.getByRole('alert')).toContainText(problems.invalidLink);
  });

  test('a user changes the password in the settings', async ({ page, context, playwright }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await logInAs(context, person);
    await page.goto('/settings/password');
    await page.getByLabel(accounts.newPassword.current).fill('Wrong0Words');
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: accounts.newPassword.change }).click();
    await expect(page.getByRole('alert')).toContainText(problems.wrong);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByLabel(accounts.newPassword.current).fill(PASSWORD);
    await page.getByRole('button', { name: accounts.newPassword.change }).click();
    await expect(page.getByText(accounts.newPassword.changed)).toBeVisible();
  });
});
