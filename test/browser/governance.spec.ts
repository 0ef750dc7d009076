import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './support/accessible.ts';
import { createUsername, findToast, openPage, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createApiClient,
  createCrowdfunding,
  createOrganization,
  logInStaff,
} from './support/staff.ts';

const findDialog = (page: Page) => page.getByRole('dialog');

test('staff take down a post with a reason, its author reads why, and staff restore it', async ({
  page,
  browser,
  playwright: { request },
}) => {
  const staff = await logInStaff(request, 'oskar');
  const author = await registerPerson(request, 'Ash Loud');
  const text = `Buy cheap kittens ${author.username}`;
  const { id } = await author.publish(text);
  const reason = `Animals are not sold here, ${author.username}.`;
  const findPost = (page: Page) => page.getByRole('article').filter({ hasText: text });

  const staffPage = await openPage(browser, staff.session);
  await staffPage.goto(`/post/${id}`);
  await findPost(staffPage).getByRole('button', { name: 'Post options' }).click();
  await staffPage.getByRole('menuitem', { name: 'Take down' }).click();
  await findDialog(staffPage).getByRole('button', { name: 'Take down' }).click();
  await expect(findDialog(staffPage).getByRole('alert')).toHaveText('The reason cannot be empty.');
  await findDialog(staffPage).getByLabel('Reason').fill(reason);
  await expectAccessibleAtAllWidths(staffPage);
  await findDialog(staffPage).getByRole('button', { name: 'Take down' }).click();
  await expect(findToast(staffPage, 'The post has been taken down.')).toBeVisible();
  await expect(staffPage.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(findPost(staffPage).getByRole('note')).toContainText(`Reason: ${reason}`);

  const authorPage = await openPage(browser, author);
  await authorPage.goto(`/post/${id}`);
  await expect(findPost(authorPage).getByRole('note')).toContainText(`Reason: ${reason}`);
  await expectAccessibleAtAllWidths(authorPage);
  await authorPage.goto('/notifications');
  await expect(authorPage.getByRole('main')).toContainText(`Staff have taken your post “${text}” down`);
  await expect(authorPage.getByRole('main')).toContainText(`Reason: ${reason}`);
  await page.goto(`/post/${id}`);
  await expect(findToast(page, 'The post to load does not exist.')).toBeVisible();

  await staffPage.goto('/dashboard/audit/actions');
  await expect(staffPage.getByRole('row').filter({ hasText: reason })).toContainText('Post taken down');
  await staffPage.goto(`/post/${id}`);
  await findPost(staffPage).getByRole('button', { name: 'Post options' }).click();
  await staffPage.getByRole('menuitem', { name: 'Restore' }).click();
  await findDialog(staffPage).getByLabel('Reason').fill('It was about adoption after all.');
  await findDialog(staffPage).getByRole('button', { name: 'Restore' }).click();
  await expect(findToast(staffPage, 'The post has been restored.')).toBeVisible();
  await expect(findPost(staffPage).getByRole('note')).toHaveCount(0);
  await page.goto(`/post/${id}`);
  await expect(findPost(page)).toBeVisible();
});

test('staff cancel an active campaign, its donor is refunded and reads the reason', async ({
  browser,
  playwright: { request },
}) => {
  const staff = await logInStaff(request, 'amalia');
  const organization = await createOrganization(request, staff, 'Harbour Cats');
  const donor = await createApiClient(request, await registerPerson(request, 'Wren Dale'));
  await buyCoins(request, donor, 5_000);
  const title = `A dry roof ${createUsername()}`;
  const { id } = await createCrowdfunding(organization, title);
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, {});
  await donor.call('post', `/api/transaction/donate/${id}?amount=1234`);
  const reason = 'The shelter on the pictures is not theirs.';

  const staffPage = await openPage(browser, staff.session);
  await staffPage.goto(`/crowdfundings/${id}`);
  await staffPage.getByRole('tab', { name: 'Actions' }).click();
  await staffPage.getByRole('button', { name: 'Cancel crowdfunding' }).click();
  await expect(findDialog(staffPage)).toContainText('1 donor is fully refunded (1,234 kindracoins).');
  await findDialog(staffPage).getByLabel('Reason').fill(reason);
  await expectAccessibleAtAllWidths(staffPage);
  await findDialog(staffPage).getByRole('button', { name: 'Cancel crowdfunding' }).click();
  await expect(findToast(staffPage, 'Crowdfunding successfully cancelled.')).toBeVisible();
  await expect(staffPage.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(staffPage.getByRole('heading', { level: 1 })).toBeFocused();

  const getWalletCoins = async () =>
    (await donor.call<{ readonly walletCoins: number }>('get', '/api/wallet')).walletCoins;
  await expect.poll(getWalletCoins).toBe(5_000);
  const donorPage = await openPage(browser, donor.session);
  await donorPage.goto('/wallet');
  await expect(donorPage.getByRole('main')).toContainText('5,000');
  for (const session of [donor.session, organization.session]) {
    const reader = await openPage(browser, session);
    await reader.goto('/notifications');
    await expect(reader.getByRole('main')).toContainText(`“${title}” has been cancelled`);
    await expect(reader.getByRole('main')).toContainText(`Reason: ${reason}`);
    await expectAccessibleAtAllWidths(reader);
  }
});

test('the dashboard shows an adjustment to a second person, who approves it', async ({
  browser,
  playwright: { request },
}) => {
  const [first, second] = [await logInStaff(request, 'amalia'), await logInStaff(request, 'oskar')];
  const person = await createApiClient(request, await registerPerson(request, 'Fern Hollow'));
  const { nickname } = person.session.dataUser;
  const reason = `Paid twice at the counter, ${nickname}.`;
  await first.call('post', '/api/dashboard/adjustments', { profile: nickname, amount: 750, reason });

  const otherStaffPage = await openPage(browser, second.session);
  await otherStaffPage.goto('/dashboard');
  const waitingItems = otherStaffPage
    .getByRole('list', { name: 'Waiting for a second person' })
    .getByRole('listitem');
  const ownItem = waitingItems.filter({ hasText: reason });
  await expect(ownItem).toContainText(`Wallet of @${nickname} · proposed by @amalia`);
  await expectAccessibleAtAllWidths(otherStaffPage);
  await ownItem.getByRole('link', { name: 'Give 750 coins' }).click();
  const card = otherStaffPage.getByRole('article').filter({ hasText: `@${nickname}` });
  await card.getByRole('button', { name: 'Approve' }).click();
  await findDialog(otherStaffPage).getByRole('button', { name: 'Approve' }).click();
  await expect(findToast(otherStaffPage, 'The adjustment has been approved.')).toBeVisible();
  await expect(card).toHaveCount(0);
  const wallet = await person.call<{ readonly walletCoins: number }>('get', '/api/wallet');
  expect(wallet.walletCoins).toBe(750);
});
