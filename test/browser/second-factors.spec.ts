import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { findMailLink } from './support/mails.ts';
import { findToast, logInAs, PASSWORD, type Person, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const NEXT = 'Other42Words';

async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

/** Ends the session of the browser, as on a new device. */
async function forgetDevice(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear()');
  await page.goto('about:blank');
}

async function confirmAddress(page: Page, person: Person): Promise<void> {
  await page.goto(await findMailLink(person.dataUser.email, 'Confirm your email address'));
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('Your email is confirmed.')).toBeVisible();
}

/** Sets up an authenticator app; returns its current code and the recovery codes. */
async function setUpAuthenticator(page: Page) {
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  const key = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await page.getByRole('textbox', { name: 'Code' }).fill('none');
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await page.getByRole('button', { name: 'Activate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, BOTH_THEMES);
  const recoveryCodes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 codes are left.')).toBeVisible();
  return { recoveryCodes };
}

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('who knows email and password but has no factor stays out, and a recovery code lets the owner in', async ({
      page,
      context,
      playwright,
    }) => {
      test.setTimeout(120_000);
      const person = await registerPerson(playwright.request);
      await confirmAddress(page, person);
      await logInAs(context, person);
      const { recoveryCodes } = await setUpAuthenticator(page);
      await forgetDevice(page);

      await logIn(page, person.username);
      await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('textbox', { name: 'Code' }).fill('000000');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await page.goto('/wallet');
      await expect(page).not.toHaveURL(/\/wallet$/);

      await page.goto('/forgot-password');
      await page.getByLabel('The email of your account').fill(person.dataUser.email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText(/a mail is on its way/)).toBeVisible();
      await page.goto(await findMailLink(person.dataUser.email, 'A new password for Kindra'));
      await page.getByLabel('New password', { exact: true }).fill(NEXT);
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(findToast(page, 'Your new password is set. Please log in.')).toBeVisible();
      await logIn(page, person.username, NEXT);
      await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page).not.toHaveURL(/login/);
      await page.goto('/settings/security');
      await expect(page.getByText('9 codes are left.')).toBeVisible();
    });

    test('a passkey logs in without a password until it is removed', async ({
      page,
      context,
      playwright,
    }) => {
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
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByLabel('Name').fill('My phone');
      await page.getByRole('button', { name: 'Create the passkey' }).click();
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('My phone')).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);

      await page.evaluate('localStorage.clear()');
      await page.goto('/login');
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await expect(page).toHaveURL(/\/$/);
      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Remove My phone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(findToast(page, 'The passkey has been removed.')).toBeVisible();

      await page.evaluate('localStorage.clear()');
      await page.goto('/login');
      await page.getByRole('button', { name: 'Log in with a passkey' }).click();
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });
  });
