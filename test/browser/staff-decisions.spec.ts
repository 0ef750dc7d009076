import { type Browser, expect, type Page, test } from '@playwright/test';
import type { Receipt } from '../../contract/wallet.ts';
import { expectAccessible } from './support/accessible.ts';
import { findToast, logInAs, PASSWORD, type Person, registerPerson } from './support/people.ts';
import {
  type ApiClient,
  buyCoins,
  createActiveCrowdfunding,
  createApiClient,
  createOrganization,
  logInStaff,
} from './support/staff.ts';
import { WINDOWS } from './support/windows.ts';

type Windows = Pick<typeof WINDOWS, 'narrow' | 'wide'>;
const { narrow, wide }: Windows = WINDOWS;

/** Expects that a text in a table is inside the window without horizontal scrolling. */
async function expectOnScreen(page: Page, text: string): Promise<void> {
  const element = page.getByText(text).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? width) + (box?.width ?? 1)).toBeLessThanOrEqual(width);
}

/** Opens a browser page that is logged in as a staff member. */
async function openStaffPage(
  browser: Browser,
  staff: ApiClient,
  viewport: { width: number; height: number },
) {
  const context = await browser.newContext({ viewport });
  await logInAs(context, staff.session);
  return context.newPage();
}

for (const [size, viewport] of Object.entries({ narrow, wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('staff search coins by a name, the title of a campaign, a receipt number and a payment id', async ({
      browser,
      playwright,
    }) => {
      const { request } = playwright;
      const staff = await logInStaff(request, 'amalia');
      const organization = await createOrganization(request, staff);
      const person = await registerPerson(request, 'Wren Dale');
      const donor = await createApiClient(request, person);
      await buyCoins(request, donor, 3_000);
      const title = `A roof by ${person.username}`;
      const { id } = await createActiveCrowdfunding(organization, staff, title);
      await donor.call('post', `/api/transaction/donate/${id}?amount=1234`);
      const transactions = await donor.call<{ id: string }[]>('get', '/api/transaction/');
      const receipts = await Promise.all(
        transactions.map((movement) => donor.call<Receipt>('get', `/api/transaction/${movement.id}/receipt`)),
      );
      const purchase = receipts.find(({ paymentId }) => paymentId !== null);
      const donation = receipts.find(({ type }) => type === 'DONATION');

      const page = await openStaffPage(browser, staff, viewport);
      await page.goto('/dashboard/audit');
      await expect(page.getByText(/^No problems in the books/)).toBeVisible();
      const searchRegion = page.getByRole('region', { name: 'Where did these coins go?' });
      const findReceipt = async (text: string) => {
        await searchRegion.getByRole('searchbox').fill(text);
        await searchRegion.getByRole('button', { name: 'Find' }).click();
      };
      await findReceipt(person.username);
      await expect(searchRegion.getByRole('list', { name: 'People' })).toContainText(`@${person.username}`);
      await expectAccessible(page);
      await findReceipt(title);
      await expect(searchRegion.getByRole('link', { name: `Statement of “${title}”` })).toBeVisible();
      await findReceipt(donation?.number ?? '');
      await expect(searchRegion.getByRole('article', { name: /^Donation/ })).toContainText('1,234');
      await findReceipt(purchase?.paymentId ?? '');
      await expect(searchRegion.getByRole('article', { name: /^Purchase/ })).toContainText('3,000');
      await expectAccessible(page);
      await findReceipt('a name without account');
      await expect(searchRegion.getByText('Nothing matches.')).toBeVisible();
      await page.context().close();
    });

    const CASES = [
      ['Warn the owner', 'The owner was warned.'],
      ['Take it down', 'It was taken down.'],
      ['Delete it', 'It was deleted.'],
      ['Ban the owner', 'The owner was banned.'],
    ] as const;

    test('staff warn, take down, delete and ban from a report, and Resolved names what was done', async ({
      browser,
      playwright,
    }) => {
      const { request } = playwright;
      const staff = await logInStaff(request, 'amalia');
      const reporter = await createApiClient(request, await registerPerson(request, 'Juniper Vale'));
      const page = await openStaffPage(browser, staff, viewport);
      for (const [action, resolution] of CASES) {
        const { text, reason } = await reportPost(await registerPerson(request, 'Ash Loud'), reporter);
        await decide(page, text, reason, action);
        await page.getByRole('tab', { name: 'Resolved' }).click();
        const decidedCard = page.getByRole('article').filter({ hasText: reason });
        await expect(decidedCard).toContainText(resolution);
        await expectOnScreen(page, reason);
        if (action === 'Ban the owner') await expectAccessible(page);
        await page.goto('/dashboard/audit/actions');
        await expect(page.getByText(reason).first()).toBeVisible();
        await expectOnScreen(page, reason);
      }
      await expectAccessible(page);
      await page.context().close();
    });

    test('a suspension from a report shows the owner its end at login', async ({
      browser,
      playwright,
      page,
    }) => {
      const { request } = playwright;
      const staff = await logInStaff(request, 'oskar');
      const reporter = await createApiClient(request, await registerPerson(request, 'Juniper Vale'));
      const author = await registerPerson(request, 'Ash Loud');
      const { text, reason } = await reportPost(author, reporter);
      const staffPage = await openStaffPage(browser, staff, viewport);
      await decide(staffPage, text, reason, 'Ban the owner', '7 days');
      await staffPage.getByRole('tab', { name: 'Resolved' }).click();
      await expect(staffPage.getByRole('article').filter({ hasText: reason })).toContainText(
        'The owner was banned for some days.',
      );
      await staffPage.context().close();

      await page.goto('/login');
      await page.getByLabel('Username').fill(author.username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'LOGIN' }).click();
      await expect(page).toHaveURL(/\/awaiting-approval/);
      await expect(
        page.getByText(/^The ban ends on .*\d.* You can log in again after that\.$/),
      ).toBeVisible();
      await expectAccessible(page);
    });
  });
}

/** Publishes a post and reports it. */
async function reportPost(author: Person, { call }: ApiClient) {
  const text = `Buy cheap kittens ${author.username}`;
  const { id } = await author.publish(text);
  await call('post', '/api/report', { kind: 'post', id, category: 'SPAM' });
  return { text, reason: `Decided about ${author.username}` };
}

/** Resolves the reports about a post with an action. */
async function decide(
  page: Page,
  text: string,
  reason: string,
  action: string,
  days?: string,
): Promise<void> {
  await page.goto('/dashboard/reports');
  await page.getByRole('button', { name: `Resolve reports of Post: ${text}` }).click();
  const question = page.getByRole('dialog', { name: 'Resolve these reports?' });
  await question.getByLabel('What do you want to do?').selectOption(action);
  if (days) await question.getByLabel('For how long?').selectOption(days);
  await question.getByLabel('Reason').fill(reason);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Resolve' }).click();
  await expect(findToast(page, 'The reports have been resolved.')).toBeVisible();
}
