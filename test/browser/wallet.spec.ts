import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleAtAllWidths } from './support/accessible.ts';
import { logInAs, registerPerson } from './support/people.ts';

const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  needsTime: '4000000000050007',
  challenged: '4000002500003155',
} as const;

const findResultHeading = (page: Page, title: string) => page.getByRole('heading', { name: title });
const SUCCESS_TITLE = 'Thank you, the payment succeeded';
const FAILURE_TITLE = 'Payment failed. Please try again.';

/** Opens the card form with the preselected amount. */
async function openCardForm(page: Page): Promise<void> {
  await page.goto('/wallet/payment');
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function pay(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry date').pressSequentially('1240');
  await page.getByLabel('Security code (CVC)').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).dblclick();
}

/** Opens the wallet and expects it to show this balance. */
async function expectBalance(page: Page, coins: string): Promise<void> {
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText(`${coins} coins`);
}

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(async ({ context, playwright }) => {
  await logInAs(context, await registerPerson(playwright.request));
});

test('a user buys coins once, and gets a receipt', async ({ page }) => {
  await page.goto('/wallet');
  await expect(page.getByText('There are no transactions yet.')).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await page.getByRole('link', { name: 'Buy coins' }).click();
  await page.getByText('Another amount').click();
  await page.getByLabel('Amount in coins').fill('30');
  await expect(page.getByText('Min. 50')).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await page.getByText('1,000 coins').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByText('Enter the number of your card.')).toBeVisible();
  await page.getByText('use a test card').click();
  await expectAccessibleAtAllWidths(page);
  await page.reload();
  await pay(page, CARDS.good);
  await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible();
  await expect(page).toHaveURL(/\/wallet\/payment\/result\?payment_intent=pi_.*&checked=true$/);
  await expectAccessibleAtAllWidths(page);
  await page.reload();
  await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible();
  await expectBalance(page, '1,000');
  await expect(page.getByRole('listitem').filter({ hasText: 'Coins bought' })).toHaveCount(1);
  await expectAccessibleAtAllWidths(page);
  await page.getByRole('link', { name: /^Receipt: Coins bought/ }).click();
  await expect(page.getByRole('article', { name: /^Receipt K-/ })).toContainText('10.00 €');
  await expectAccessibleAtAllWidths(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a declined card is not charged, and another one pays the same purchase', async ({ page }) => {
  await openCardForm(page);
  for (const [card, reason] of [
    [CARDS.declined, 'Your card was declined.'],
    [CARDS.insufficient, 'Your card has insufficient funds.'],
  ] as const) {
    await pay(page, card);
    await expect(findResultHeading(page, FAILURE_TITLE)).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    await expectAccessibleAtAllWidths(page);
    await page.getByRole('link', { name: 'Try again' }).click();
  }
  await pay(page, CARDS.good);
  await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible();
  await expectBalance(page, '1,000');
});

test('a delayed payment is credited when it succeeds', async ({ page }) => {
  await openCardForm(page);
  await pay(page, CARDS.needsTime);
  await expect(findResultHeading(page, 'Your payment is being processed')).toBeVisible();
  await expectAccessibleAtAllWidths(page);
  await expect(async () => {
    const reloadButton = page.getByRole('button', { name: 'Reload' });
    if (await reloadButton.isVisible()) await reloadButton.click();
    await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectBalance(page, '1,000');
});

test('a purchase is paid only if the bank approves it', async ({ page }) => {
  await openCardForm(page);
  await pay(page, CARDS.challenged);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(findResultHeading(page, FAILURE_TITLE)).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await pay(page, CARDS.challenged);
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible();
  await page.goto('/wallet/payment');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expectBalance(page, '1,000');
});
test('the balance in the menu is updated by a purchase, and stays masked after a reload', async ({
  page,
}) => {
  await openCardForm(page);
  await pay(page, CARDS.good);
  await expect(findResultHeading(page, SUCCESS_TITLE)).toBeVisible();
  const menu = page.getByRole('banner');
  await expect(menu.getByText('1,000', { exact: true })).toBeVisible();
  await menu.getByRole('button', { name: 'Hide the balance' }).click();
  await page.reload();
  await expect(menu.getByText('*****')).toBeVisible();
  await expect(menu.getByText('1,000')).toBeHidden();
  expect(await page.evaluate("localStorage.getItem('tokensVisible')")).toBe('false');
  await menu.getByRole('button', { name: 'Show the balance' }).click();
  await expect(menu.getByText('1,000', { exact: true })).toBeVisible();
});
