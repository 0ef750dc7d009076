import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findEmail, findEmailLink } from './support/emails.ts';
import { test } from './support/journey.ts';
import { confirmAddress, describeInLanguages, fillIn, forgetDevice, logIn } from './support/languages.ts';
import { createUsername, logInAs, PASSWORD, registerPerson } from './support/people.ts';

const NEW_PASSWORD = 'Other42Words';

describeInLanguages((texts) => {
  const { accounts, security, notifications, subjects } = texts;

  test('a user resets a lost password, is notified of a new device, and logs in with a code', async ({
    page,
    playwright,
  }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    const { email } = person.dataUser;
    await confirmAddress(page, texts, email);
    await logIn(page, texts, person.username, PASSWORD);
    await expect(page).toHaveURL('/');
    await forgetDevice(page);
    await page.goto('/login');
    await page.getByRole('link', { name: accounts.login.forgot }).click();
    await page.getByLabel(accounts.forgot.email).fill(email);
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('button', { name: accounts.forgot.send }).click();
    const sentBodies: string[] = [];
    page.on('request', (request) => sentBodies.push(request.url(), request.headers().referer ?? ''));
    const link = await findEmailLink(email, subjects.reset);
    await page.goto(link);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: accounts.newPassword.save }).click();
    await expect(page.getByText(accounts.newPassword.set)).toBeVisible();
    const [, token = link] = link.split('#');
    // The token is only sent in a request body, never in a URL or Referer header.
    expect(sentBodies.join('\n').replaceAll(link, '')).not.toContain(token);
    await findEmail(email, subjects.changed);

    await logIn(page, texts, person.username, NEW_PASSWORD);
    await expect(page).toHaveURL('/');
    const sessionsLink = await findEmailLink(email, subjects.device);
    await page.goto(sessionsLink);
    await expect(page.getByText(accounts.sessions.current, { exact: true })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);

    await page.goto('/settings/security');
    await page.getByRole('button', { name: security.authenticator.setUp }).click();
    const key = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    await page.getByRole('textbox', { name: security.code }).fill(totp.generate());
    await page.getByRole('button', { name: security.authenticator.activate }).click();
    await page.getByRole('button', { name: security.recovery.done }).click();
    await expectAccessible(page, BOTH_THEMES);
    await findEmail(email, subjects.factor);

    await forgetDevice(page);
    await logIn(page, texts, person.username, NEW_PASSWORD);
    await expect(page.getByRole('heading', { name: security.login.title })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    // Each code is accepted only once, so the next code is entered.
    const timestamp = Date.now() + 30_000;
    await page.getByRole('textbox', { name: security.code }).fill(totp.generate({ timestamp }));
    await page.getByRole('button', { name: security.login.confirm, exact: true }).click();
    await expect(page).toHaveURL('/');
  });

  test('a user of a Google account sets a password', async ({ page }) => {
    const username = createUsername();
    await page.goto('/login');
    await page.getByRole('button', { name: accounts.login.google }).click();
    await page.getByLabel('Name', { exact: true }).fill('Sorrel Quince');
    await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/settings/password');
    await page.getByLabel(accounts.username).fill(username);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill('Password1');
    await page.getByRole('button', { name: accounts.firstPassword.save }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: accounts.firstPassword.save }).click();
    await expect(page.getByText(accounts.firstPassword.set)).toBeVisible();
    await forgetDevice(page);
    await logIn(page, texts, username, NEW_PASSWORD);
    await expect(page).toHaveURL('/');
  });

  test('the link in an email unsubscribes from emails of its kind, once it is confirmed', async ({
    page,
    context,
    playwright,
  }) => {
    const owner = await registerPerson(playwright.request, 'Hazel Thorn', texts.locale);
    const visitor = await registerPerson(playwright.request, 'Rowan Field');
    await confirmAddress(page, texts, owner.dataUser.email);
    const { id } = await owner.offerAnimal('Biscuit');
    await logInAs(context, visitor);
    await page.goto(`/adoptable-animals/${id}`);
    await page
      .getByRole('link', { name: fillIn(texts.shared.animal.contactAbout, { name: 'Biscuit' }) })
      .click();
    await page.getByRole('textbox', { name: texts.conversations.write }).fill('Is Biscuit still there?');
    await page.keyboard.press('Enter');
    const { text } = await findEmail(owner.dataUser.email, subjects.contact);
    const [link = ''] = /https?:\S+\/unsubscribe#\S+/.exec(text) ?? [];

    const kind = notifications.settings.kinds.ADOPTION_CONTACT;
    await page.goto(link);
    await expect(page.getByText(fillIn(notifications.unsubscribe.question, { kind }))).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('button', { name: notifications.unsubscribe.submit }).click();
    await expect(page.getByText(fillIn(notifications.unsubscribe.done, { kind }))).toBeVisible();

    await page.evaluate(
      `Object.assign(localStorage, ${JSON.stringify({
        token: owner.token,
        expiration: owner.expiration,
        userData: JSON.stringify(owner.dataUser),
      })})`,
    );
    await page.goto('/settings/notifications');
    const kindByEmail = fillIn(notifications.settings.kindByEmail, { kind });
    await expect(page.getByRole('checkbox', { name: kindByEmail })).not.toBeChecked();
  });
});
