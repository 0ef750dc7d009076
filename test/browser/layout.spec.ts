import { expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

// Strings, because they run in the page.
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > innerWidth';
const ENLARGE_TEXT = "document.documentElement.style.fontSize = '200%'";
const IS_BUNDLED = "document.querySelector('main img').src.startsWith('data:image/svg+xml')";

const FULL_WIDTH_PAGES = [
  '/',
  '/explore',
  '/crowdfundings',
  '/adoptable-animals',
  '/conversations',
  '/wallet',
  '/settings/account',
];
/** Pages that mainly contain text or forms. They are narrower so that their lines stay readable. */
const NARROWER_PAGES = ['/notifications', '/wallet/payment', '/new-post', '/new-post/adopt-animal'];
/** Minimum content widths of the other pages, in pixels. */
const COLUMN_WIDTHS = { middle: 700, wide: 1000 } as const;

async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main')).toBeVisible();
}

/** Returns the bounding box of the page content. */
async function getContent(page: Page): Promise<{ readonly x: number; readonly width: number }> {
  const box = await page.locator('main > div > *:visible').first().boundingBox();
  if (!box) throw new Error('The page has no content.');
  return box;
}

for (const size of ['middle', 'wide'] as const)
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport: WINDOWS[size] });

    test('the content of all pages begins at the same left edge', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      await logInAs(context, person);
      const contentEdges = new Map<string, number>();
      for (const path of [...FULL_WIDTH_PAGES, ...NARROWER_PAGES, `/profile/${person.username}`]) {
        await openPath(page, path);
        const { x, width } = await getContent(page);
        contentEdges.set(path, Math.round(x));
        if (!NARROWER_PAGES.includes(path)) expect(width, path).toBeGreaterThan(COLUMN_WIDTHS[size]);
      }
      expect(new Set(contentEdges.values()), [...contentEdges].join(' ')).toHaveProperty('size', 1);
    });
  });

test('a wide window shows conversations and a chat beside each other', async ({
  page,
  context,
  playwright,
}) => {
  const otherPerson = await registerPerson(playwright.request, 'Rowan Field');
  await logInAs(context, await registerPerson(playwright.request));
  await page.setViewportSize(WINDOWS.wide);
  await openPath(page, `/conversations/${otherPerson.dataUser.id}`);
  const listBox = await page.getByRole('region', { name: 'Conversations' }).boundingBox();
  const chatBox = await page.getByRole('textbox', { name: 'Write a message' }).boundingBox();
  expect(listBox?.x).toBeLessThan(chatBox?.x ?? 0);
  expect(chatBox?.width).toBeGreaterThan(400);
});

test('progress and focus are visible in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPath(page, '/crowdfundings');
  const bar = page.getByRole('progressbar').first();
  await expect(bar).toHaveCSS('border-style', 'solid');
  await expect(bar.locator('span')).toHaveCSS('forced-color-adjust', 'none');
  await openPath(page, '/login');
  await page.getByLabel('Username').focus();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
});

test('large text fits the pages of an account at 360 pixels', async ({ page, context, playwright }) => {
  const person = await registerPerson(playwright.request, 'Wilhelmina Moor');
  await logInAs(context, person);
  await page.setViewportSize(WINDOWS.narrow);
  for (const path of [
    '/',
    '/wallet',
    '/conversations',
    `/profile/${person.username}`,
    '/settings',
    '/settings/security',
  ]) {
    await openPath(page, path);
    await page.evaluate(ENLARGE_TEXT);
    // A page can be wider until its font has loaded.
    await expect.poll(() => page.evaluate(IS_TOO_WIDE), { message: path }).toBe(false);
    const bar = page.getByRole('banner');
    const measure = () => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(measure, { message: `top bar of ${path}` }).toBeLessThanOrEqual(0);
  }
});

test('the text of a comment keeps its distance to the focus ring', async ({ page, context, playwright }) => {
  const person = await registerPerson(playwright.request);
  const { id } = await person.publish('The owl is back.');
  await logInAs(context, person);
  await openPath(page, `/post/${id}`);
  const box = page.getByRole('textbox', { name: 'Write a comment' });
  await box.focus();
  await expect(box).toHaveCSS('padding-left', '8px');
});

test('the amounts of a campaign have spaces between them', async ({ page }) => {
  await openPath(page, '/crowdfundings');
  await expect(page.getByRole('article').first()).toContainText(/[\d,]+ of [\d,]+ kindracoins/);
});

test('the picture of the error page is part of the bundle', async ({ page }) => {
  await openPath(page, '/no-such-page');
  expect(await page.evaluate(IS_BUNDLED)).toBe(true);
});

// Strings, because they run in the page.
const FOCUSED_ELEMENT = 'document.activeElement.outerHTML';
/** Whether no bar covers the middle of the focused element. */
const IS_FOCUS_VISIBLE = `(() => {
  const focused = document.activeElement;
  const { top, bottom } = focused.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  const bars = [...document.querySelectorAll('body *')].filter((element) => {
    const { position, zIndex } = getComputedStyle(element);
    return ['fixed', 'sticky'].includes(position) && zIndex >= 1 && !element.contains(focused);
  });
  return bars.every((bar) => {
    const box = bar.getBoundingClientRect();
    return box.bottom <= middle || box.top >= middle;
  });
})()`;

for (const [width, height] of [
  [360, 640],
  [1024, 760],
] as const)
  test(`no bar covers the focused element at ${width} × ${height} pixels`, async ({
    page,
    context,
    playwright,
  }) => {
    await logInAs(context, await registerPerson(playwright.request));
    await page.setViewportSize({ width, height });
    await openPath(page, '/crowdfundings');
    const campaign = await page.locator('main article a').first().getAttribute('href');
    for (const path of ['/new-post/adopt-animal', campaign ?? '']) {
      await openPath(page, path);
      await page.getByRole('main').focus();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let count = 0; count < 20; count += 1) {
          await page.keyboard.press(key);
          if ((await page.locator('main :focus').count()) === 0) continue;
          const message = `${key} to ${await page.evaluate<string>(FOCUSED_ELEMENT)}`;
          await expect.poll(() => page.evaluate(IS_FOCUS_VISIBLE), { message, timeout: 3_000 }).toBe(true);
        }
    }
  });

test('a chat shows its text field in low windows', async ({ page, context, playwright }) => {
  const otherPerson = await registerPerson(playwright.request, 'Rowan Field');
  await logInAs(context, await registerPerson(playwright.request));
  for (const [width, height] of [
    [640, 360],
    [720, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPath(page, `/conversations/${otherPerson.dataUser.id}`);
    const field = await page.getByRole('textbox', { name: 'Write a message' }).boundingBox();
    const bar = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});

test('a field error in the settings has the colour of errors', async ({ page, context, playwright }) => {
  await logInAs(context, await registerPerson(playwright.request));
  await openPath(page, '/settings/password');
  const main = page.getByRole('main');
  await main.locator('button[type="submit"]').click();
  // --bad of theme/tokens.css, in the light theme.
  await expect(main.locator('p[class*="error"]').first()).toHaveCSS('color', 'rgb(179, 38, 30)');
});
