import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findEmailLink } from './support/emails.ts';
import { test } from './support/journey.ts';
import {
  confirmAddress,
  describeInLanguages,
  fillIn,
  forgetDevice,
  logIn,
  type Texts,
} from './support/languages.ts';
import { logInAs, PASSWORD, registerPerson } from './support/people.ts';

const NEW_PASSWORD = 'Other42Words';

/** Sets up an authenticator app. Returns its current code and the recovery codes. */
async function setUpAuthenticator(page: Page, { security }: Texts) {
  await page.goto('/settings/security');
  await page.getByRole('button', { name: security.authenticator.setUp }).click();
  await expect(page.getByRole('img', { name: security.authenticator.qr })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  const key = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await page.getByRole('textbox', { name: security.code }).fill('none');
  await page.getByRole('button', { name: security.authenticator.activate }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('textbox', { name: security.code }).fill(totp.generate());
  await page.getByRole('button', { name: security.authenticator.activate }).click();
  const dialog = page.getByRole('dialog', { name: security.recovery.newTitle });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, BOTH_THEMES);
  const recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: security.recovery.done }).click();
  await expect(page.getByText(fillIn(security.recovery.left_other, { count: '10' }))).toBeVisible();
  return { recoveryCodes };
}

describeInLanguages((texts) => {
  const { accounts, security, subjects } = texts;

  test('a login without the second factor is rejected, and a recovery code logs the owner in', async ({
    page,
    context,
    playwright,
  }) => {
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await confirmAddress(page, texts, person.dataUser.email);
    await logInAs(context, person);
    const { recoveryCodes } = await setUpAuthenticator(page, texts);
    await forgetDevice(page);

    await logIn(page, texts, person.username, PASSWORD);
    await expect(page.getByRole('heading', { name: security.login.title })).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);
    await page.getByRole('textbox', { name: security.code }).fill('000000');
    await page.getByRole('button', { name: security.login.confirm, exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goto('/wallet');
    await expect(page).not.toHaveURL(/\/wallet$/);

    await page.goto('/forgot-password');
    await page.getByLabel(accounts.forgot.email).fill(person.dataUser.email);
    await page.getByRole('button', { name: accounts.forgot.send }).click();
    await expect(
      page.getByText(fillIn(accounts.forgot.sent, { email: person.dataUser.email })),
    ).toBeVisible();
    await page.goto(await findEmailLink(person.dataUser.email, subjects.reset));
    await page.getByLabel(accounts.newPassword.next, { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: accounts.newPassword.save }).click();
    await expect(page.getByText(accounts.newPassword.set)).toBeVisible();
    await logIn(page, texts, person.username, NEW_PASSWORD);
    await page.getByRole('textbox', { name: security.code }).fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: security.login.confirm, exact: true }).click();
    await expect(page).not.toHaveURL(/login/);
    await page.goto('/settings/security');
    await expect(page.getByText(fillIn(security.recovery.left_other, { count: '9' }))).toBeVisible();
  });

  test('a passkey logs in without a password until it is removed', async ({ page, context, playwright }) => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    const person = await registerPerson(playwright.request, 'Juniper Vale', texts.locale);
    await logInAs(context, person);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: security.passkeys.add }).click();
    await page.getByLabel(security.passkeys.name).fill('My phone');
    await page.getByRole('button', { name: security.passkeys.create }).click();
    await page.getByRole('button', { name: security.recovery.done }).click();
    await expect(page.getByText('My phone')).toBeVisible();
    await expectAccessible(page, BOTH_THEMES);

    await page.evaluate('localStorage.clear()');
    await page.goto('/login');
    await page.getByRole('button', { name: security.login.passkey }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/settings/security');
    await page
      .getByRole('button', { name: fillIn(security.passkeys.removeNamed, { name: 'My phone' }) })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: security.passkeys.remove, exact: true })
      .click();
    await expect(page.getByText(security.passkeys.removed)).toBeVisible();

    await page.evaluate('localStorage.clear()');
    await page.goto('/login');
    await page.getByRole('button', { name: security.login.passkey }).click();
    await expect(page.getByRole('heading', { name: accounts.login.title })).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
});
