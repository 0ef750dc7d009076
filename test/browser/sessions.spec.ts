import { expect } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { describeInLanguages, fillIn, logIn, toPattern } from './support/languages.ts';
import { logInAs, PASSWORD, registerPerson } from './support/people.ts';

describeInLanguages((texts) => {
  const { accounts } = texts;

  test('a user logs another device out, which is sent to the login', async ({
    page,
    context,
    browser,
    playwright,
    viewport,
  }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await logInAs(context, person);
    const otherContext = await browser.newContext({ viewport, locale: texts.locale });
    const otherPage = await otherContext.newPage();
    await logIn(otherPage, texts, person.username, PASSWORD);
    await expect(otherPage).toHaveURL(/\/$/);

    await page.goto('/settings');
    await page.getByRole('link', { name: accounts.settings.sessions }).click();
    await expect(page.getByText(accounts.sessions.current, { exact: true })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page
      .getByRole('button', {
        name: toPattern(fillIn(accounts.sessions.endNamed, { name: 'Chrome {{system}}' })),
      })
      .click();
    const question = page.getByRole('dialog', { name: toPattern(accounts.sessions.endQuestion) });
    await expectAccessible(page, BOTH_THEMES);
    await question.getByRole('button', { name: accounts.sessions.end }).click();
    await expect(page.getByText(accounts.sessions.ended)).toBeVisible();
    await expect(page.getByRole('button', { name: accounts.sessions.endOthers })).toHaveCount(0);

    await otherPage.goto('/wallet');
    await expect(otherPage).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page.getByText(accounts.sessions.current, { exact: true })).toBeVisible();
  });
});
