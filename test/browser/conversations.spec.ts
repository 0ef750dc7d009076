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
/** Returns the unread dot in the menu or, in narrow windows, in the bar. */
const findUnreadDot = (page: Page) => page.getByRole('navigation').getByText('New messages');
const expectConnected = (page: Page) => expect(page.getByText('Connecting…')).toHaveCount(0);

async function write(page: Page, text: string): Promise<void> {
  await findMessageBox(page).fill(text);
  await findMessageBox(page).press('Enter');
}

async function openChat(page: Page, other: Person): Promise<void> {
  await page.goto(`/conversations/${other.dataUser.id}`);
  await expect(page.getByRole('heading', { name: other.dataUser.profileName })).toBeVisible();
  await expectConnected(page);
}

/** Expects that the composer is fully visible and that the page itself does not scroll. */
async function expectComposerInSight(page: Page): Promise<void> {
  await findMessageBox(page).click({ trial: true });
  await page.getByRole('log', { name: 'Messages' }).click({ trial: true });
  await expect(findMessageBox(page)).toBeInViewport({ ratio: 1 });
  const overflow = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
}

/** Registers two people and opens a page for each in its own browser context. */
async function openTwoPages(
  context: BrowserContext,
  other: BrowserContext,
  register: (name: string) => Promise<Person>,
): Promise<{ ada: Person; bela: Person; at: Page; there: Page }> {
  const ada = await register('Ada Fernlake');
  const bela = await register('Bela Oakmoor');
  await logInAs(context, ada);
  await logInAs(other, bela);
  return { ada, bela, at: await context.newPage(), there: await other.newPage() };
}

for (const [size, viewport] of Object.entries(WINDOWS)) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a message arrives live with the dot, is answered, and is kept', async ({
      context,
      browser,
      playwright,
    }) => {
      const others = await browser.newContext({ viewport });
      const register = (name: string) => registerPerson(playwright.request, name);
      const { ada, bela, at, there } = await openTwoPages(context, others, register);

      await there.goto('/conversations');
      await expect(there.getByText('Maybe you should start the conversation!')).toBeVisible();
      await expectAccessible(there);
      await expect(findUnreadDot(there)).toHaveCount(0);

      await openChat(at, bela);
      await expectAccessible(at);
      await write(at, '   ');
      await expect(at.getByRole('button', { name: 'Send' })).toBeDisabled();
      await write(at, 'Is the owl well?');
      await expect(findMessages(at)).toHaveText(['Is the owl well?']);

      await expect(findUnreadDot(there)).toHaveCount(1);
      await expect(findUnreadDot(there)).toBeAttached();
      const row = there.getByRole('link', { name: /Ada Fernlake.*Is the owl well\?.*1 unread/ });
      await expect(row).toBeVisible();
      await expectAccessible(there);
      await row.click();
      await expect(findMessages(there)).toHaveText(['Is the owl well?']);
      await expect(findUnreadDot(there)).toHaveCount(0);

      await write(there, 'It flies again');
      await expect(findMessages(at)).toHaveText(['Is the owl well?', 'It flies again']);
      await expect(findUnreadDot(at)).toHaveCount(0);
      await write(at, 'Lovely');
      const all = ['Is the owl well?', 'It flies again', 'Lovely'];
      await expect(findMessages(there)).toHaveText(all);
      await expect(findUnreadDot(there)).toHaveCount(0);

      for (const [page, other] of [
        [at, bela],
        [there, ada],
      ] as const) {
        await page.reload();
        await expect(page.getByRole('heading', { name: other.dataUser.profileName })).toBeVisible();
        await expect(findMessages(page)).toHaveText(all);
        await expect(findUnreadDot(page)).toHaveCount(0);
        await expectComposerInSight(page);
        await expectAccessible(page);
      }
      await others.close();
    });
  });
}

test('messages written offline are delivered exactly once after reconnecting', async ({
  context,
  browser,
  playwright,
}) => {
  const others = await browser.newContext();
  const register = (name: string) => registerPerson(playwright.request, name);
  const { ada, bela, at, there } = await openTwoPages(context, others, register);
  // Simulates a connection that breaks.
  let cut = false;
  let hangUp = () => {};
  await at.routeWebSocket(/\/ws\?/, (route) => {
    if (cut) return void route.close({ code: 1012 });
    const server = route.connectToServer();
    hangUp = () => {
      void server.close();
      void route.close({ code: 1012 });
    };
  });
  await openChat(at, bela);
  await openChat(there, ada);
  await write(at, 'Before');
  await expect(findMessages(there)).toHaveText(['Before']);
  await expect(at.getByText('Sending…')).toHaveCount(0);

  cut = true;
  hangUp();
  await expect(at.getByText('Connecting…')).toBeVisible();
  await write(at, 'Meanwhile');
  await expect(at.getByText('Sending…')).toBeVisible();
  await write(there, 'Are you there?');
  await expect(there.getByText('Sending…')).toHaveCount(0);
  await expect(findMessages(there)).toHaveText(['Before', 'Are you there?']);

  cut = false;
  await expectConnected(at);
  const all = ['Before', 'Are you there?', 'Meanwhile'];
  await expect(findMessages(there)).toHaveText(all);
  await expect(findMessages(at)).toHaveText(all);
  await expect(at.getByText('Sending…')).toHaveCount(0);
  for (const page of [at, there]) {
    await page.reload();
    await expectConnected(page);
    await expect(findMessages(page)).toHaveText(all);
  }
  await others.close();
});

test('a refused message can be edited, and a draft is kept in its chat', async ({
  context,
  browser,
  playwright,
}) => {
  const others = await browser.newContext();
  const register = (name: string) => registerPerson(playwright.request, name);
  const { ada, bela, at } = await openTwoPages(context, others, register);
  await openChat(at, bela);
  const headers = { Authorization: `Bearer ${bela.token}` };
  const block = await at.request.put(`/api/profile/${ada.dataUser.id}/block`, { headers });
  expect(block.ok(), await block.text()).toBe(true);

  await findMessageBox(at).fill('Are you there?');
  await at.getByRole('button', { name: 'Send' }).click();
  await expect(at.getByText(/^Not sent: /)).toBeVisible();
  await expect(findMessageBox(at)).toBeFocused();
  for (const viewport of Object.values(WINDOWS)) {
    await at.setViewportSize(viewport);
    await expectAccessible(at);
  }
  await at.getByRole('button', { name: 'Edit' }).click();
  await expect(findMessageBox(at)).toHaveValue('Are you there?');
  await expect(findMessages(at)).toHaveCount(0);
  await at.goto('/conversations');
  await at.goto(`/conversations/${bela.dataUser.id}`);
  await expect(findMessageBox(at)).toHaveValue('Are you there?');
  await others.close();
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
  await openChat(page, bela);
  const content = 'The owl is well and '.repeat(10).trim();
  await write(page, content);
  await expect(findMessages(page)).toHaveText([content]);
  await expectAccessible(page, BOTH_THEMES);
  await page.goto('/conversations');
  const row = page.getByRole('link', { name: content });
  const { x, width } = (await row.boundingBox()) ?? { x: 0, width: Infinity };
  expect(x + width).toBeLessThanOrEqual(WINDOWS.narrow.width);
  await expectAccessible(page, BOTH_THEMES);
});
