import { expect, type Page, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, openPage, PASSWORD, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createActiveCrowdfunding,
  createApiClient,
  createOrganization,
  logInStaff,
} from './support/staff.ts';
import { WINDOWS } from './support/windows.ts';

const DECLINED_CARD = '4000000000000002';
const VALID_CARD = '4242424242424242';

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').fill('');
  await page.getByLabel('Expiry date').pressSequentially('1240');
  await page.getByLabel('Security code (CVC)').fill('123');
}

for (const [name, viewport] of Object.entries(WINDOWS))
  test.describe(`in a ${name} window`, () => {
    test.use({ viewport });

    test('a visitor chooses an amount, logs in, buys the missing coins and donates anonymously', async ({
      page,
      browser,
      playwright: { request },
    }) => {
      const staff = await logInStaff(request, 'oskar');
      const organization = await createOrganization(request, staff, 'Meadow Hares');
      const person = await registerPerson(request, 'Wren Dale');
      await buyCoins(request, await createApiClient(request, person), 300);
      const crowdfunding = await createActiveCrowdfunding(organization, staff, `Hedges ${createUsername()}`);
      const address = `/crowdfundings/${crowdfunding.id}`;

      await page.goto(address);
      await page.getByRole('button', { name: /^5 €/ }).click();
      await page.getByRole('button', { name: 'Donate', exact: true }).click();
      await expect(page).toHaveURL(/\/login$/);
      await page.getByLabel('Username').fill(person.username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'LOGIN' }).click();
      await expect(page).toHaveURL(new RegExp(`${address}$`));
      await expect(page.getByLabel('Kindracoins to donate')).toHaveValue('500');
      await expect(page.getByText('You have 300 kindracoins.')).toBeVisible();
      await page.getByLabel(/^Anonymously/).check();
      await page.getByRole('button', { name: 'Donate', exact: true }).click();

      const paymentDialog = page.getByRole('dialog', { name: 'Donate 500 kindracoins' });
      await expect(paymentDialog).toContainText('200 kindracoins · 2.00 €');
      await fillCard(page, DECLINED_CARD);
      await expectAccessible(page, BOTH_THEMES);
      const payButton = paymentDialog.getByRole('button', { name: 'Pay 2.00 € and donate' });
      await payButton.click();
      await expect(paymentDialog.getByText(/^The payment was not made/)).toBeVisible();
      await fillCard(page, VALID_CARD);
      await payButton.dblclick();
      await expect(findToast(page, 'You have donated 500 kindracoins!')).toBeVisible({ timeout: 30_000 });
      await expect(paymentDialog).toBeHidden();
      await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
      await expect(page.getByText('You have 0 kindracoins.')).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('tab', { name: 'Donations' }).click();
      const donations = page.getByRole('list', { name: 'Latest donations' }).getByRole('listitem');
      await expect(donations).toHaveCount(1);
      await expect(donations).toContainText('Anonymous');

      const organizerPage = await openPage(browser, organization.session);
      await organizerPage.goto('/notifications');
      await expect(organizerPage.getByText('Anonymous donated to your crowdfunding')).toBeVisible();

      await page.getByRole('tab', { name: 'Description' }).click();
      await expect(page.getByRole('region', { name: 'What happens to the coins' })).toContainText(
        'cannot be spent until it ends.',
      );
      await expect(page.getByRole('link', { name: 'Line 1 of the coin trail' })).toBeVisible();
      await page.getByRole('link', { name: 'Your receipt' }).click();
      const receipt = page.getByRole('article', { name: /^Receipt K-/ });
      await expect(receipt).toContainText('500 coins');
      await receipt.getByRole('link', { name: /^1: / }).click();
      await expect(page.locator('li[aria-current]')).toContainText('Anonymous gave');
      await expectAccessible(page, BOTH_THEMES);
    });
  });

test('a button leads to the donation form on a phone', async ({ page, playwright: { request } }) => {
  const staff = await logInStaff(request, 'oskar');
  const organization = await createOrganization(request, staff, 'Brook Toads');
  const crowdfunding = await createActiveCrowdfunding(organization, staff, `Tunnels ${createUsername()}`);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/crowdfundings/${crowdfunding.id}`);
  const leadingButton = page.getByRole('button', { name: 'Choose a donation' });
  await expect(page.getByRole('tab', { name: 'Donations' })).toBeAttached();
  await page.evaluate('window.scrollTo(0, 0)');
  await expect(leadingButton).toBeInViewport();
  await leadingButton.click();
  const form = page.getByRole('form', { name: 'Donate' });
  await expect(form).toBeFocused();
  await expect(page.getByLabel(/^Anonymously/)).toBeInViewport();
  await expect(leadingButton).toBeHidden();
  await form.getByRole('button', { name: 'Donate', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
});
