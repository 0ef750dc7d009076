import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { unzipSync } from 'fflate';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findEmail } from './support/emails.ts';
import { test } from './support/journey.ts';
import { confirmAddress, describeInLanguages, logIn, toPattern } from './support/languages.ts';
import { logInAs, PASSWORD, registerPerson } from './support/people.ts';

describeInLanguages((texts) => {
  const { accounts, subjects } = texts;

  test('a user downloads their data', async ({ page, context, playwright }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await person.publish('Two otters at the weir');
    await confirmAddress(page, texts, person.dataUser.email);
    await logInAs(context, person);
    await page.goto('/settings/data');
    await page.getByRole('button', { name: accounts.ownData.request }).click();
    const downloadButton = page.getByRole('button', { name: accounts.ownData.download });
    await expect(downloadButton).toBeVisible({ timeout: 60_000 });
    await findEmail(person.dataUser.email, subjects.copy);
    await expectAccessible(page, BOTH_THEMES);
    const downloadEvent = page.waitForEvent('download');
    await downloadButton.click();
    const file = await (await downloadEvent).path();
    const files = unzipSync(await readFile(file));
    expect(Buffer.from(files['posts.json'] ?? '').toString()).toContain('Two otters at the weir');
  });

  test('a user deletes the account, and keeps it by logging in', async ({ page, context, playwright }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await confirmAddress(page, texts, person.dataUser.email);
    await logInAs(context, person);
    await page.goto('/settings/data');
    await expect(page.getByText(accounts.ownData.noCoins)).toBeVisible();
    await page.getByRole('button', { name: accounts.ownData.delete }).click();
    const dialog = page.getByRole('dialog', { name: accounts.ownData.deleteQuestion });
    await dialog.getByLabel(accounts.ownData.password).fill(PASSWORD);
    await expectAccessible(page, BOTH_THEMES);
    await dialog.getByRole('button', { name: accounts.ownData.delete }).click();
    await expect(page.getByText(toPattern(accounts.ownData.scheduled))).toBeVisible();
    await page.goto(`/profile/${person.dataUser.nickname}`);
    await expect(page).toHaveURL(/\/$/);

    await findEmail(person.dataUser.email, subjects.deletion);
    await logIn(page, texts, person.username, PASSWORD);
    await expect(page.getByText(accounts.ownData.cancelled)).toBeVisible();
    await page.goto(`/profile/${person.dataUser.nickname}`);
    await expect(page.getByRole('heading', { name: person.dataUser.profileName })).toBeVisible();
  });
});
