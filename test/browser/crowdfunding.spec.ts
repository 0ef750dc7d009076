import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { BOTH_THEMES, expectAccessible, expectAccessibleAtAllWidths } from './support/accessible.ts';
import { createUsername, findToast, logInAs, openPage, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createApiClient,
  createCrowdfunding,
  createOrganization,
  logInStaff,
} from './support/staff.ts';

const createPicture = async () => ({
  name: 'roof.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#7fa65a' } })
    .png()
    .toBuffer(),
});

// A string, because it runs in the page.
const PICTURE_WIDTH = "[...document.querySelectorAll('main img')].at(-1)?.naturalWidth";

const findProgress = (page: Page) => page.getByRole('region', { name: 'Progress' }).getByRole('progressbar');

async function donate(page: Page, amount: number): Promise<void> {
  await page.getByLabel('Kindracoins to donate').fill(String(amount));
  await page.getByRole('button', { name: 'Donate', exact: true }).click();
  await expect(findToast(page, `You have donated ${amount} kindracoins!`)).toBeVisible();
}

async function endCrowdfunding(page: Page, button: string, sentence: string): Promise<void> {
  await page.getByRole('tab', { name: 'Actions' }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This action cannot be reversed.');
  await expectAccessible(page, BOTH_THEMES);
  await dialog.getByRole('button', { name: button }).click();
  await expect(findToast(page, sentence)).toBeVisible();
}

test('a campaign is created with a picture, approved, funded while others watch, and cancelled', async ({
  page,
  context,
  browser,
  playwright: { request },
}) => {
  const staff = await logInStaff(request, 'oskar');
  const organization = await createOrganization(request, staff, 'Harbour Cats');
  const donor = await createApiClient(request, await registerPerson(request, 'Wren Dale'));
  await buyCoins(request, donor, 5_000);
  const title = `A dry roof ${createUsername()}`;

  await logInAs(context, organization.session);
  await page.goto('/new-post');
  await expectAccessibleAtAllWidths(page, 'new-post');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Crowdfunding/ })
    .click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('It rains in.\n\nThe cats do not like it.');
  await page.getByLabel('Goal amount, in kindracoins').fill('500');
  await page.getByLabel('Duration, in days').fill('14');
  await page.getByRole('button', { name: 'Create crowdfunding' }).click();
  await expect(page.getByRole('alert')).toContainText('All fields for creating a crowdfunding');
  await page.getByLabel(/Choose an image/).setInputFiles(await createPicture());
  await expect(page.getByLabel(/Choose another image/)).toBeAttached();
  const preview = page.getByRole('article', { name: 'Preview of your crowdfunding' });
  await expect(preview).toContainText('of 10,000 kindracoins');
  await expectAccessibleAtAllWidths(page, 'new-crowdfunding');
  await page.getByRole('button', { name: 'Create crowdfunding' }).click();
  await expect(findToast(page, 'Crowdfunding successfully created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('Awaiting approval')).toBeVisible();
  await expect.poll(() => page.evaluate(PICTURE_WIDTH)).toBe(800);
  const address = new URL(page.url()).pathname;

  const staffPage = await openPage(browser, staff.session);
  await staffPage.goto(address);
  await staffPage.getByRole('tab', { name: 'Actions' }).click();
  await expectAccessibleAtAllWidths(staffPage, 'crowdfunding-review');
  await staffPage.getByRole('button', { name: `Approve ${title}` }).click();
  await staffPage.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(findToast(staffPage, 'Crowdfunding successfully approved.')).toBeVisible();

  await page.goto('/crowdfundings');
  await expect(page.getByRole('article', { name: title })).toContainText('14 days left');
  await expectAccessibleAtAllWidths(page, 'crowdfundings');
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('tab', { name: 'Donations' }).click();
  await expect(page.getByText('Nobody has donated yet.')).toBeVisible();

  const donorPage = await openPage(browser, donor.session);
  await donorPage.goto(address);
  await expect(donorPage.getByText('You have 5,000 kindracoins.')).toBeVisible();
  await expectAccessibleAtAllWidths(donorPage, 'crowdfunding');
  await donorPage.getByLabel('Kindracoins to donate').fill('5001');
  await donorPage.getByRole('button', { name: 'Donate', exact: true }).click();
  await expect(donorPage.getByRole('alert')).toContainText('Insufficient kindracoins');
  await donorPage.getByRole('button', { name: 'Close' }).click();
  await donate(donorPage, 1_250);
  await expect(donorPage.getByText('You have 3,750 kindracoins.')).toBeVisible();
  await expect(findProgress(page)).toHaveAttribute('aria-valuenow', '1250');
  await expect(page.getByRole('list', { name: 'Latest donations' })).toContainText('Wren Dale');
  await expectAccessibleAtAllWidths(page, 'crowdfunding-creator');

  await endCrowdfunding(page, 'Cancel crowdfunding', 'Crowdfunding successfully cancelled.');
  await expect(page.getByText('Finished', { exact: true })).toBeVisible();
  await expect(donorPage.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(donorPage.getByText(/The donation was refunded: 1,250 kindracoins/)).toBeVisible();
  await expectAccessibleAtAllWidths(donorPage, 'crowdfunding-cancelled');
  await donorPage.goto('/wallet');
  await expect(donorPage.getByRole('main')).toContainText('5,000');
});

test('closing a campaign releases the donations to its creator', async ({
  page,
  context,
  playwright: { request },
}) => {
  const staff = await logInStaff(request, 'amalia');
  const organization = await createOrganization(request, staff, 'Heath Ponies');
  const donor = await createApiClient(request, await registerPerson(request, 'Fern Hollow'));
  await buyCoins(request, donor, 2_000);
  const { id } = await createCrowdfunding(organization, 'Fences for the heath');
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, {});
  await donor.call('post', `/api/transaction/donate/${id}?amount=2000`);

  await logInAs(context, organization.session);
  await page.goto(`/crowdfundings/${id}`);
  await endCrowdfunding(page, 'Close crowdfunding', 'Crowdfunding successfully closed.');
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await page.goto(`/profile/${organization.session.dataUser.nickname}/crowdfundings`);
  await expect(page.getByRole('article', { name: 'Fences for the heath' })).toContainText('Closed');
  await expectAccessibleAtAllWidths(page, 'profile-crowdfundings');
  await page.goto('/wallet');
  await expect(page.getByRole('main')).toContainText('2,000');
});
