import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const clickNext = (page: Page) => page.getByRole('button', { name: 'NEXT' }).click();
const findStep = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title });

async function fillAccount(page: Page, username: string): Promise<void> {
  await expect(findStep(page, 'Account')).toBeFocused();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Email', { exact: true }).fill(`${username}@example.org`);
}

async function fillPerson(page: Page): Promise<void> {
  await expect(findStep(page, 'About you')).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Willow');
  await page.getByLabel('Birthdate').fill('1991-07-14');
  await page.getByLabel('Gender').selectOption('F');
}

async function giveConsent(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'REGISTER' }).click();
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}

const openSettings = async (page: Page, title: string): Promise<void> => {
  await page.goto('/settings');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a person registers, logs out and logs in again', async ({ page }) => {
      const username = createUsername();
      await page.goto('/register');
      await expectAccessible(page);
      await clickNext(page);
      await fillAccount(page, username);
      await expectAccessible(page);
      await clickNext(page);
      await fillPerson(page);
      await expectAccessible(page);
      await clickNext(page);
      await expectAccessible(page);
      await giveConsent(page);
      await expect(findToast(page, 'Successful register.')).toBeVisible();
      await expect(page).toHaveURL('/');

      await openSettings(page, 'Advanced management');
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(findToast(page, 'Successful logout.')).toBeVisible();
      await expect(page).toHaveURL('/login');
      await expectAccessible(page);
      await logIn(page, username);
      await expect(findToast(page, 'Successful login.')).toBeVisible();
      await page.goto('/login');
      await expect(page).toHaveURL(size === 'wide' ? '/settings/account' : '/settings');
    });

    test('an organization registers and awaits approval, also when it logs in', async ({ page }) => {
      const username = createUsername();
      await page.goto('/register');
      await page.getByRole('radio', { name: /Organization account/ }).check();
      await clickNext(page);
      await fillAccount(page, username);
      await clickNext(page);
      await fillPerson(page);
      await clickNext(page);
      await expect(findStep(page, 'Organization')).toBeFocused();
      await expectAccessible(page);
      await page.getByLabel('Organization name').fill('Hedgehog Haven');
      await page.getByLabel('Category').selectOption('SPA');
      await clickNext(page);
      await giveConsent(page);
      const notice = page.getByRole('heading', { name: 'Your organization account is awaiting approval' });
      await expect(notice).toBeVisible();
      await expectAccessible(page);
      await page.goto('/login');
      await logIn(page, username);
      await expect(notice).toBeVisible();
      await page.getByRole('link', { name: 'Go to the homepage' }).click();
      await expect(page).toHaveURL('/');
    });

    test('a registration step with invalid fields stays open, and the back button opens the previous step', async ({
      page,
      playwright,
    }) => {
      const { username: takenUsername } = await registerPerson(playwright.request);
      await page.goto('/register');
      await clickNext(page);
      await fillAccount(page, takenUsername);
      const confirmationField = page.getByLabel('Confirm password', { exact: true });
      await confirmationField.fill('Different1');
      await clickNext(page);
      await expect(confirmationField).toBeFocused();
      await expect(page.getByText('The password must be the same.')).toBeVisible();
      await expectAccessible(page);
      await confirmationField.fill(PASSWORD);
      await clickNext(page);
      await fillPerson(page);
      await page.goBack();
      await expect(confirmationField).toHaveValue(PASSWORD);
      await page.goForward();
      await clickNext(page);
      await giveConsent(page);
      const username = page.getByLabel('Username');
      await expect(username).toBeFocused();
      await expect(username).toHaveAccessibleDescription(/^The username is already taken\./);
      await expect(username).toHaveValue(takenUsername);
    });

    test('wrong credentials are refused, and a visitor is asked to log in', async ({ page }) => {
      await page.goto('/settings/account');
      await expect(page).toHaveURL('/login');
      await expect(findToast(page, 'You must log in to access this page.')).toBeVisible();
      await logIn(page, createUsername());
      const password = page.getByLabel('Password', { exact: true });
      await expect(page.getByText('Incorrect username or password.')).toHaveCount(1);
      await expect(password).toHaveAccessibleDescription('Incorrect username or password.');
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(password).toBeFocused();
    });

    test('a user changes profile name and nickname', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await openSettings(page, 'Account');
      await expectAccessible(page);
      const clickSave = (title: string) => page.getByRole('button', { name: `Save ${title}` }).click();

      await clickSave('profile name');
      const nameField = page.getByLabel('Profile name');
      await expect(nameField).toHaveAccessibleDescription(
        /^The new profile name is the same as the current one\./,
      );
      await nameField.fill('Bracken Hollow');
      await clickSave('profile name');
      await expect(findToast(page, 'Profile name changes successfully completed.')).toBeVisible();

      const nickname = `n${person.username.slice(-12)}_`;
      await page.getByLabel('Nickname').fill(nickname);
      await clickSave('nickname');
      await expect(findToast(page, 'Nickname changes successfully completed.')).toBeVisible();
      await page.goto('/profile');
      await expect(page).toHaveURL(`/profile/${nickname}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Bracken Hollow' })).toBeVisible();
    });

    test('a user deactivates the account and cannot log in again', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      await openSettings(page, 'Advanced management');
      await expectAccessible(page);
      const deactivateButton = page.getByRole('button', { name: 'Deactivate account' });
      await deactivateButton.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(deactivateButton).toBeFocused();
      await deactivateButton.click();
      await dialog.getByRole('button', { name: 'Deactivate account' }).click();
      await expect(findToast(page, 'The account has been successfully deactivate.')).toBeVisible();
      await page.goto('/login');
      await logIn(page, person.username);
      await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible();
    });

    test('a person signs in with the identity provider, and gets the same account in another browser', async ({
      page,
      browser,
      viewport,
    }) => {
      const email = `${createUsername()}@example.org`;
      const signIn = async (page: Page) => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Continue with Google' }).click();
        await page.getByLabel('Name', { exact: true }).fill('Sorrel Quince');
        await page.getByLabel('Email', { exact: true }).fill(email);
        await page.getByRole('button', { name: 'Continue', exact: true }).click();
        await expect(findToast(page, 'Successful login.')).toBeVisible();
        await expect(page).toHaveURL('/');
        await page.goto('/profile');
        await expect(page.getByRole('heading', { level: 1, name: 'Sorrel' })).toBeVisible();
        return page.evaluate('JSON.parse(localStorage.getItem("userData")).id');
      };
      const accountId = await signIn(page);
      const otherContext = await browser.newContext({ viewport });
      expect(await signIn(await otherContext.newPage())).toBe(accountId);
      await otherContext.close();
    });
  });
}

test('a response of the provider that this browser did not request is ignored', async ({ page }) => {
  await page.goto('/google/callback?code=stolen&state=forged');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate('localStorage.getItem("token")')).toBeNull();
});
