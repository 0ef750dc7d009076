import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './support/accessible.ts';
import { findToast, logInAs, PASSWORD, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createApiClient,
  createCrowdfunding,
  createOrganization,
  logInStaff,
  registerOrganization,
} from './support/staff.ts';
import { WINDOWS } from './support/windows.ts';

const findDialog = (page: Page) => page.getByRole('dialog');

/** Checks that a phone shows all columns of a table, without scrolling sideways. */
async function expectTableFitsPhone(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize(WINDOWS.narrow);
  const table = page.getByRole('region', { name });
  const measureOverflow = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(measureOverflow, { message: name }).toBe(0);
  if (viewport) await page.setViewportSize(viewport);
}

test('staff follow coins from a nickname to the entry, the statement and the refund', async ({
  page,
  context,
  playwright,
}) => {
  const { request } = playwright;
  const staff = await logInStaff(request, 'amalia');
  const organization = await createOrganization(request, staff);
  const donor = await createApiClient(request, await registerPerson(request, 'Wren Dale'));
  const { nickname } = donor.session.dataUser;
  await buyCoins(request, donor, 5_000);
  const { id } = await createCrowdfunding(organization, 'A dry roof for the harbour cats');
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, { reason: 'Well known to us.' });
  await donor.call('post', `/api/transaction/donate/${id}?amount=1234`);
  await donor.call('post', `/api/transaction/donate/${id}?amount=66`);
  await organization.call('put', `/api/crowdfunding/cancel/${id}`);

  await logInAs(context, staff.session);
  await page.goto('/dashboard/audit');
  await expect(page.getByText(/^No problems in the books/)).toBeVisible();
  await expectAccessibleAtAllWidths(page, 'audit');

  await page.getByRole('link', { name: 'Entries', exact: true }).click();
  await page.getByLabel('Profile', { exact: true }).fill(nickname);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(`/dashboard/audit/entries?profile=${nickname}`);
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect(async () => {
    await page.reload();
    await expect(entries.getByRole('article', { name: /^Refund/ })).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(entries.getByRole('article', { name: /^Donation/ })).toHaveCount(2);
  await expect(entries.getByRole('article', { name: /^Purchase/ })).toContainText('5,000');
  await expectAccessibleAtAllWidths(page, 'entries');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.split('\n').filter((line) => line.includes(`wallet:${donor.session.dataUser.id}`))).toHaveLength(
    5,
  );

  const refundEntry = entries.getByRole('article', { name: /^Refund/ }).filter({ hasText: '1,234' });
  await refundEntry.getByRole('link', { name: 'The refunded donation' }).click();
  await expect(page.getByRole('heading', { name: 'A dry roof for the harbour cats' })).toBeVisible();
  const currentRow = page.locator('tr[aria-current]');
  await expect(currentRow).toContainText('1,234');
  await expect(currentRow).toContainText(`@${nickname}`);
  await expect(currentRow).toContainText('Refunded');
  await expect(page.getByText('Donated', { exact: true }).locator('..')).toContainText('1,300');
  await expectAccessibleAtAllWidths(page, 'campaign');
  await expectTableFitsPhone(page, 'Donations');

  await page.getByRole('link', { name: 'Its escrow account' }).click();
  await expect(
    page.getByRole('heading', { name: 'Held for “A dry roof for the harbour cats”' }),
  ).toBeVisible();
  const lines = page.getByRole('region', { name: 'Statement' }).getByRole('row');
  await expect(lines).toHaveCount(5);
  await expect(lines.nth(1).getByRole('cell').last()).toHaveText('0');
  await expectAccessibleAtAllWidths(page, 'account');
  await expectTableFitsPhone(page, 'Statement');
  await lines.nth(1).getByRole('link').click();
  await expect(page.getByRole('article', { name: /^Refund/ }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Trial balance' }).click();
  await expect(page.getByText(/Debits and credits are equal/)).toBeVisible();
  await expectAccessibleAtAllWidths(page, 'trial-balance');
  await expectTableFitsPhone(page, 'Trial balance');
  await page.getByLabel('Or position in the log').fill('1');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Nothing had been posted by then.')).toBeVisible();

  await page.getByRole('link', { name: 'Staff actions' }).click();
  await expect(page.getByText('Well known to us.').first()).toBeVisible();
  await expectAccessibleAtAllWidths(page, 'actions');
});

test('staff approve, ban and reactivate from the dashboard and a profile', async ({
  page,
  context,
  playwright,
}) => {
  const { request } = playwright;
  const staff = await logInStaff(request, 'oskar');
  const waitingUsername = await registerOrganization(request, 'Owl Watchers');
  const seenUsername = await registerOrganization(request, 'Moth Rescue');
  const organization = await createOrganization(request, staff, 'Heath Ponies');
  const title = `Winter hay ${waitingUsername}`;
  await createCrowdfunding(organization, title);
  const person = await registerPerson(request, 'Bram Thistle');

  await logInAs(context, staff.session);
  await page.goto('/dashboard');
  await expect(page.getByRole('table', { name: 'Figures of each day' })).toBeAttached();
  const crowdfundings = page.getByRole('region', { name: 'Crowdfundings to approve' });
  await expect(crowdfundings.getByRole('link', { name: title })).toBeVisible();
  await expectAccessibleAtAllWidths(page, 'dashboard');

  await crowdfundings.getByRole('button', { name: `Approve ${title}` }).click();
  await findDialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(findToast(page, 'Crowdfunding successfully approved.')).toBeVisible();
  await expect(crowdfundings.getByRole('link', { name: title })).toHaveCount(0);
  // Tested here, because jsdom does not move the focus if the element that opened the dialog has been removed.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const organizations = page.getByRole('region', { name: 'Organizations to approve' });
  const row = organizations.getByRole('listitem').filter({ hasText: `@${waitingUsername}` });
  await row.getByRole('button', { name: 'Approve Owl Watchers' }).click();
  await findDialog(page).getByLabel('Reason (optional)').fill('Papers seen.');
  await expectAccessibleAtAllWidths(page, 'reason');
  await findDialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(findToast(page, 'The organization has been successfully approved.')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto(`/profile/${seenUsername}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('button', { name: 'Follow Moth Rescue' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.goto(`/profile/${person.username}`);
  await page.getByRole('button', { name: 'Ban Bram Thistle' }).click();
  await findDialog(page).getByLabel('Reason').fill('Sells puppies.');
  await findDialog(page).getByRole('button', { name: 'Ban' }).click();
  await expect(findToast(page, 'The account has been successfully banned.')).toBeVisible();
  await expectAccessibleAtAllWidths(page, 'profile');

  await page.goto('/dashboard');
  await page.getByLabel('Nickname contains').fill(person.username.toUpperCase());
  const bannedItems = page.getByRole('list', { name: 'Deactivated profiles' }).getByRole('listitem');
  await expect(bannedItems).toHaveCount(1);
  await expect(bannedItems).toContainText('Banned');
  await bannedItems.getByRole('button', { name: 'Reactivate Bram Thistle' }).click();
  await findDialog(page).getByRole('button', { name: 'Reactivate' }).click();
  await expect(findToast(page, 'The account has been successfully reactivated.')).toBeVisible();
  await expect(bannedItems).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const loginResponse = await page.request.post('/api/login', {
    data: { username: person.username, password: PASSWORD },
  });
  expect(loginResponse.status()).toBe(200);
});

test('an adjustment requires two members of staff', async ({ page, context, browser, playwright }) => {
  const { request } = playwright;
  const [first, second] = [await logInStaff(request, 'amalia'), await logInStaff(request, 'oskar')];
  const person = await registerPerson(request, 'Fern Hollow');

  await logInAs(context, first.session);
  await page.goto('/dashboard/audit/adjustments');
  await page.getByLabel('Profile', { exact: true }).fill(person.username);
  await page.getByLabel('Kindracoins').fill('750');
  await page.getByLabel('Reason').fill('Paid twice at the counter.');
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(findToast(page, 'The adjustment is waiting for another member of staff.')).toBeVisible();
  const ownProposal = page.getByRole('article').filter({ hasText: `@${person.username}` });
  await expect(ownProposal.getByRole('button')).toHaveText(['Withdraw']);
  await expectAccessibleAtAllWidths(page, 'adjustments');

  const otherContext = await browser.newContext({ baseURL: process.env.KINDRA_TEST_URL });
  await logInAs(otherContext, second.session);
  const otherPage = await otherContext.newPage();
  await otherPage.goto('/dashboard/audit/adjustments');
  const otherProposal = otherPage.getByRole('article').filter({ hasText: `@${person.username}` });
  await otherProposal.getByRole('button', { name: 'Approve' }).click();
  await findDialog(otherPage).getByRole('button', { name: 'Approve' }).click();
  await expect(findToast(otherPage, 'The adjustment has been approved.')).toBeVisible();
  await otherContext.close();
  const { walletCoins } = await (await createApiClient(request, person)).call<{ walletCoins: number }>(
    'get',
    '/api/wallet',
  );
  expect(walletCoins).toBe(750);
});
