import { expect, type Page } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findEmailLink } from './support/emails.ts';
import { test } from './support/journey.ts';
import { createUsername, findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

/** Opens an email link whose token is in the URL fragment, and clicks the button on the page. */
async function followLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: button }).click();
}

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a person confirms an address, changes it, and restores the old one', async ({
      page,
      context,
      playwright,
    }) => {
      const person = await registerPerson(playwright.request);
      const { email } = person.dataUser;
      await logInAs(context, person);
      await page.goto('/settings/email');
      await expect(page.getByText('Not confirmed yet.', { exact: false })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      const confirmLink = await findEmailLink(email, 'Confirm your email address');
      await followLink(page, confirmLink, 'Confirm the address');
      await expect(page.getByText('Your email is confirmed.')).toBeVisible();
      await followLink(page, confirmLink, 'Confirm the address');
      await expect(page.getByRole('alert')).toContainText('This link is not valid any more.');

      const newEmail = `${createUsername()}@example.org`;
      await page.goto('/settings/email');
      await page.getByLabel('New email').fill(newEmail);
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(findToast(page, `We have sent a link to ${newEmail}. It works for 3 days.`)).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await followLink(
        page,
        await findEmailLink(newEmail, 'Confirm your email address'),
        'Confirm the address',
      );
      await expect(page.getByText('Your email is confirmed.')).toBeVisible();

      const undoLink = await findEmailLink(email, 'Your email address at Kindra has changed');
      await followLink(page, undoLink, 'Restore the address');
      await expect(page.getByText('Your email is restored', { exact: false })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
    });

    test('una persona confirma su dirección y elige sus correos en español', async ({
      page,
      context,
      playwright,
    }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await page.goto('/settings/appearance');
      await page.getByRole('radio', { name: 'Español' }).press('Space');
      await expect(page.getByRole('heading', { level: 1, name: 'Idioma y tema' })).toBeVisible();
      await page.goto('/settings/email');
      await page.getByRole('button', { name: 'Enviar el enlace otra vez' }).click();
      const link = await findEmailLink(person.dataUser.email, 'Confirma tu correo electrónico');
      await followLink(page, link, 'Confirmar la dirección');
      await expect(page.getByText('Tu correo electrónico está confirmado.')).toBeVisible();
      await page.goto('/settings/notifications');
      const messages = page.getByRole('checkbox', { name: /^Mensajes nuevos.*, por correo$/ });
      await messages.press('Space');
      await expect(messages).not.toBeChecked();
      await expectAccessible(page, BOTH_THEMES);
      await page.reload();
      await expect(messages).not.toBeChecked();
    });
  });
