import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { logInAs, type Person, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const findMessages = (page: Page) =>
  page
    .getByRole('log', { name: 'Messages' })
    .getByRole('listitem')
    .locator(':scope > span:nth-last-child(2)');
const findMessageBox = (page: Page) => page.getByRole('textbox', { name: 'Write a message' });
/** Returns the unread dot, which is in the navigation menu or, in narrow windows, in the navigation bar. */
const findUnreadDot = (page: Page) => page.getByRole('navigation').getByText('New messages');
const expectConnected = (page: Page) => expect(page.getByText('Connecting…')).toHaveCount(0);

async function sendMessage(page: Page, text: string): Promise<void> {
  await findMessageBox(page).fill(text);
  await findMessageBox(page).press('Enter');
}

async function openConversation(page: Page, partner: Person): Promise<void> {
  await page.goto(`/conversations/${partner.dataUser.id}`);
  await expect(page.getByRole('heading', { name: partner.dataUser.profileName })).toBeVisible();
  await expectConnected(page);
}

/** Expects that the message box is fully visible and that the page itself does not scroll. */
async function expectComposerInSight(page: Page): Promise<void> {
  await findMessageBox(page).click({ trial: true });
  await page.getByRole('log', { name: 'Messages' }).click({ trial: true });
  await expect(findMessageBox(page)).toBeInViewport({ ratio: 1 });
  const overflow = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
}

/** Registers two people and opens a page for each of them, in separate browser contexts. */
async function openTwoPages(
  context: BrowserContext,
  otherContext: BrowserContext,
  register: (name: string) => Promise<Person>,
): Promise<{ ada: Person; bela: Person; adasPage: Page; belasPage: Page }> {
  const ada = await register('Ada Fernlake');
  const bela = await register('Bela Oakmoor');
  await logInAs(context, ada);
  await logInAs(otherContext, bela);
  return { ada, bela, adasPage: await context.newPage(), belasPage: await otherContext.newPage() };
}

for (const [size, viewport] of Object.entries(WINDOWS)) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a message arrives live with the dot, is answered, and is kept', async ({
      context,
      browser,
      playwright,
    }) => {
      const otherContext = await browser.newContext({ viewport });
      const register = (name: string) => registerPerson(playwright.request, name);
      const { ada, bela, adasPage, belasPage } = await openTwoPages(context, otherContext, register);

      await belasPage.goto('/conversations');
      await expect(belasPage.getByText('Maybe you should start the conversation!')).toBeVisible();
      await expectAccessible(belasPage);
      await expect(findUnreadDot(belasPage)).toHaveCount(0);

      await openConversation(adasPage, bela);
      await expectAccessible(adasPage);
      await sendMessage(adasPage, '   ');
      await expect(adasPage.getByRole('button', { name: 'Send' })).toBeDisabled();
      await sendMessage(adasPage, 'Is the owl well?');
      await expect(findMessages(adasPage)).toHaveText(['Is the owl well?']);

      await expect(findUnreadDot(belasPage)).toHaveCount(1);
      await expect(findUnreadDot(belasPage)).toBeAttached();
      const row = belasPage.getByRole('link', { name: /Ada Fernlake.*Is the owl well\?.*1 unread/ });
      await expect(row).toBeVisible();
      await expectAccessible(belasPage);
      await row.click();
      await expect(findMessages(belasPage)).toHaveText(['Is the owl well?']);
      await expect(findUnreadDot(belasPage)).toHaveCount(0);

      await sendMessage(belasPage, 'It flies again');
      await expect(findMessages(adasPage)).toHaveText(['Is the owl well?', 'It flies again']);
      await expect(findUnreadDot(adasPage)).toHaveCount(0);
      await sendMessage(adasPage, 'Lovely');
      const expectedMessages = ['Is the owl well?', 'It flies again', 'Lovely'];
      await expect(findMessages(belasPage)).toHaveText(expectedMessages);
      await expect(findUnreadDot(belasPage)).toHaveCount(0);

      for (const [page, other] of [
        [adasPage, bela],
        [belasPage, ada],
      ] as const) {
        await page.reload();
        await expect(page.getByRole('heading', { name: other.dataUser.profileName })).toBeVisible();
        await expect(findMessages(page)).toHaveText(expectedMessages);
        await expect(findUnreadDot(page)).toHaveCount(0);
        await expectComposerInSight(page);
        await expectAccessible(page);
      }
      await otherContext.close();
    });
  });
}

test('messages written offline are delivered exactly once after reconnecting', async ({
  context,
  browser,
  playwright,
}) => {
  const otherContext = await browser.newContext();
  const register = (name: string) => registerPerson(playwright.request, name);
  const { ada, bela, adasPage, belasPage } = await openTwoPages(context, otherContext, register);
  // Simulates a connection that breaks.
  let isCut = false;
  let disconnect = () => {};
  await adasPage.routeWebSocket(/\/ws\?/, (route) => {
    if (isCut) return void route.close({ code: 1012 });
    const server = route.connectToServer();
    disconnect = () => {
      void server.close();
      void route.close({ code: 1012 });
    };
  });
  await openConversation(adasPage, bela);
  await openConversation(belasPage, ada);
  await sendMessage(adasPage, 'Before');
  await expect(findMessages(belasPage)).toHaveText(['Before']);
  await expect(adasPage.getByText('Sending…')).toHaveCount(0);

  isCut = true;
  disconnect();
  await expect(adasPage.getByText('Connecting…')).toBeVisible();
  await sendMessage(adasPage, 'Meanwhile');
  await expect(adasPage.getByText('Sending…')).toBeVisible();
  await sendMessage(belasPage, 'Are you there?');
  await expect(belasPage.getByText('Sending…')).toHaveCount(0);
  await expect(findMessages(belasPage)).toHaveText(['Before', 'Are you there?']);

  isCut = false;
  await expectConnected(adasPage);
  const expectedMessages = ['Before', 'Are you there?', 'Meanwhile'];
  await expect(findMessages(belasPage)).toHaveText(expectedMessages);
  await expect(findMessages(adasPage)).toHaveText(expectedMessages);
  await expect(adasPage.getByText('Sending…')).toHaveCount(0);
  for (const page of [adasPage, belasPage]) {
    await page.reload();
    await expectConnected(page);
    await expect(findMessages(page)).toHaveText(expectedMessages);
  }
  await otherContext.close();
});

test('a refused message can be edited, and a draft is kept in its chat', async ({
  context,
  browser,
  playwright,
}) => {
  const otherContext = await browser.newContext();
  const register = (name: string) => registerPerson(playwright.request, name);
  const { ada, bela, adasPage } = await openTwoPages(context, otherContext, register);
  await openConversation(adasPage, bela);
  const headers = { Authorization: `Bearer ${bela.token}` };
  const blockResponse = await adasPage.request.put(`/api/profile/${ada.dataUser.id}/block`, { headers });
  expect(blockResponse.ok(), await blockResponse.text()).toBe(true);

  await findMessageBox(adasPage).fill('Are you there?');
  await adasPage.getByRole('button', { name: 'Send' }).click();
  await expect(adasPage.getByText(/^Not sent: /)).toBeVisible();
  await expect(findMessageBox(adasPage)).toBeFocused();
  for (const viewport of Object.values(WINDOWS)) {
    await adasPage.setViewportSize(viewport);
    await expectAccessible(adasPage);
  }
  await adasPage.getByRole('button', { name: 'Edit' }).click();
  await expect(findMessageBox(adasPage)).toHaveValue('Are you there?');
  await expect(findMessages(adasPage)).toHaveCount(0);
  await adasPage.goto('/conversations');
  await adasPage.goto(`/conversations/${bela.dataUser.id}`);
  await expect(findMessageBox(adasPage)).toHaveValue('Are you there?');
  await otherContext.close();
});

test('a long last message and a long name fit into a narrow window', async ({
  page,
  context,
  playwright,
}) => {
  await page.setViewportSize(WINDOWS.narrow);
  const ada = await registerPerson(playwright.request, 'Ada Fernlake');
  const bela = await registerPerson(playwright.request, 'Wilhelmina Moor');
  await logInAs(context, ada);
  await openConversation(page, bela);
  const content = 'The owl is well and '.repeat(10).trim();
  await sendMessage(page, content);
  await expect(findMessages(page)).toHaveText([content]);
  await expectAccessible(page, BOTH_THEMES);
  await page.goto('/conversations');
  const row = page.getByRole('link', { name: content });
  const { x, width } = (await row.boundingBox()) ?? { x: 0, width: Infinity };
  expect(x + width).toBeLessThanOrEqual(WINDOWS.narrow.width);
  await expectAccessible(page, BOTH_THEMES);
});
