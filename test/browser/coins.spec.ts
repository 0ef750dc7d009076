import { type APIRequest, expect, type Page, test } from '@playwright/test';
import type { CoinTrail } from '../../contract/coin-trail.ts';
import { expectAccessibleAtAllWidths } from './support/accessible.ts';
import { logInAs, registerPerson } from './support/people.ts';
import {
  buyCoins,
  createApiClient,
  createCrowdfunding,
  createOrganization,
  logInStaff,
} from './support/staff.ts';

/** Minimum size of a pointer target (WCAG 2.2, 2.5.8), in CSS pixels. */
const MIN_TARGET_PIXELS = 24;
const COIN_TRAIL_ROUTE = '**/api/crowdfunding/*/coins*';

/** Creates a campaign that has received two donations from the same donor. */
async function createCrowdfundingWithDonation(request: APIRequest, name: string) {
  const staff = await logInStaff(request, 'oskar');
  const organization = await createOrganization(request, staff, name);
  const donor = await createApiClient(request, await registerPerson(request, 'Wren Dale'));
  await buyCoins(request, donor, 5_000);
  const { id } = await createCrowdfunding(organization, `Nests by ${name}`);
  await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, {});
  for (const amount of [300, 200]) await donor.call('post', `/api/transaction/donate/${id}?amount=${amount}`);
  return { id, donor, organization };
}

const findTrailLines = (page: Page) => page.getByRole('list', { name: 'What happened to the coins' });
const findVerdict = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

async function openTrail(page: Page, id: string, expectedText: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/crowdfundings/${id}/coins`);
    await expect(findTrailLines(page).getByText(expectedText, { exact: true })).toBeVisible({
      timeout: 4_000,
    });
  }).toPass({ timeout: 40_000 });
}

async function checkTrail(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(findVerdict(page, text)).toBeVisible();
}

/** Modifies all later coin trail responses. */
async function tamperWithTrail(page: Page, change: (trail: CoinTrail) => CoinTrail): Promise<void> {
  await page.unroute(COIN_TRAIL_ROUTE);
  await page.route(COIN_TRAIL_ROUTE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as CoinTrail) });
  });
}

test('a visitor verifies the coins of a campaign, and the browser detects tampering', async ({
  page,
  playwright: { request },
}) => {
  const { id, organization } = await createCrowdfundingWithDonation(request, 'Marsh Owls');
  await openTrail(page, id, '500 held');
  await checkTrail(page, /All 2 lines are valid.*500 kindracoins are held/);

  await organization.call('put', `/api/crowdfunding/cancel/${id}`);
  await openTrail(page, id, '0 held');
  await expect(findTrailLines(page).getByRole('listitem')).toHaveCount(4);
  await expect(findTrailLines(page)).toContainText('got back');
  await checkTrail(page, /All 4 lines are valid.*0 kindracoins are held/);
  await expectAccessibleAtAllWidths(page);

  const replaceLine = (sequence: number, changes: object) => (trail: CoinTrail) => ({
    ...trail,
    items: trail.items.map((item) => (item.sequence === sequence ? { ...item, ...changes } : item)),
  });
  await tamperWithTrail(page, replaceLine(2, { amount: 2_000 }));
  await page.reload();
  await expect(findTrailLines(page)).toContainText('2,000');
  await checkTrail(page, /The chain is broken at line 2\./);
  await expectAccessibleAtAllWidths(page);

  await tamperWithTrail(page, (trail) => ({
    ...trail,
    items: trail.items.filter(({ sequence }) => sequence !== 3),
  }));
  await checkTrail(page, /The chain is broken at line 4\. An earlier line is missing\./);

  await page.unroute(COIN_TRAIL_ROUTE);
  await checkTrail(page, /All 4 lines are valid/);
});

test('a donor compares the receipt with the public trail', async ({
  page,
  context,
  playwright: { request },
}) => {
  const { id, donor } = await createCrowdfundingWithDonation(request, 'Reed Herons');
  await openTrail(page, id, '500 held');
  await logInAs(context, donor.session);
  await page.goto('/wallet');
  const links = page.getByRole('listitem').filter({ hasText: 'Receipt' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  for (const link of await links.all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(MIN_TARGET_PIXELS);
  await page
    .getByRole('link', { name: /Receipt/ })
    .first()
    .click();
  const receipt = page.getByRole('article', { name: /^Receipt K-/ });
  await expect(receipt).toContainText('Hash of the event');
  const link = receipt.getByRole('link', { name: /^2: [0-9a-f]{64}$/ });
  const hash = ((await link.textContent()) ?? '').slice('2: '.length);
  await expectAccessibleAtAllWidths(page);
  await link.click();
  await expect(page).toHaveURL(`/crowdfundings/${id}/coins?line=2`);
  await expect(findTrailLines(page).locator('[aria-current]')).toContainText(hash);
  await checkTrail(page, /All 2 lines are valid/);
});
