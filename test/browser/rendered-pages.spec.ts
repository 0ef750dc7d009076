import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './support/journey.ts';
import { WINDOWS } from './support/windows.ts';

/** Crawler user agent. For crawlers, the server waits longer for the page data. */
const ROBOT_USER_AGENT = 'Mozilla/5.0 Chrome/140.0.0.0 testbot/1.0';
const PHONE_OPTIONS = { viewport: WINDOWS.narrow, userAgent: `${ROBOT_USER_AGENT} Mobile` };

/** Browser options of the tested requests: window, user agent and language. */
const BROWSERS = {
  'at 360 pixels': { ...PHONE_OPTIONS, locale: 'en-GB' },
  'at 360 pixels, in Spanish': { ...PHONE_OPTIONS, locale: 'es-ES' },
  'at 1440 pixels': { viewport: WINDOWS.wide, userAgent: ROBOT_USER_AGENT, locale: 'en-GB' },
} as const;

// Strings, because they run in the page.
const OBSERVE_SHIFTS = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Returns the paths of server-rendered pages, one for each kind of page. */
async function findPaths(page: Page): Promise<readonly string[]> {
  const getFirstId = async (path: string): Promise<string> =>
    (await (await page.request.get(path)).json())[0].id;
  return [
    '/',
    '/crowdfundings',
    '/adoptable-animals',
    '/profile/oldforest',
    '/terms',
    '/privacy',
    `/post/${await getFirstId('/api/publications')}`,
    `/crowdfundings/${await getFirstId('/api/crowdfunding/all')}`,
    `/adoptable-animals/${await getFirstId('/api/adopt/animals')}`,
  ];
}

/** Opens a page repeatedly until the server has rendered it. A busy server leaves the first rendering to the client. */
async function openRendered(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-rendered-width', /^\d+$/, { timeout: 1_000 });
  }, path).toPass();
}

const expectHydrated = (page: Page): Promise<void> =>
  expect(page.locator('html[data-rendered="hydrated"]')).toBeAttached();

/** Records page errors, console errors and data requests. */
function recordProblems(page: Page) {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(publications|adopt\/animals|crowdfunding\/all|legal)/.test(pathname))
      problems.push(pathname);
  });
  return problems;
}

/** Delays the scripts of all pages until the returned function is called. */
async function holdScripts(context: BrowserContext): Promise<() => void> {
  let release: () => void = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/assets/*.js', async (route) => {
    await releaseSignal;
    await route.continue();
  });
  return release;
}

for (const [name, browserOptions] of Object.entries(BROWSERS))
  test.describe(name, () => {
    test.use({ ...browserOptions, timezoneId: 'Pacific/Auckland' });

    test('pages show their contents without scripts', async ({ browser, baseURL, extraHTTPHeaders }) => {
      const context = await browser.newContext({
        ...browserOptions,
        baseURL: baseURL ?? '',
        extraHTTPHeaders: extraHTTPHeaders ?? {},
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      for (const path of await findPaths(page)) {
        await openRendered(page, path);
        await expect(page.locator('main').getByRole('heading').first(), path).toBeAttached();
        await expect(page.locator('main :is(article, h2, a[href^="/profile/"])').first(), path).toBeVisible();
      }
      await context.close();
    });

    test('the client takes over pages without errors, requests for data and layout shifts', async ({
      page,
    }) => {
      await page.addInitScript(OBSERVE_SHIFTS);
      for (const path of await findPaths(page)) {
        const problems = recordProblems(page);
        await openRendered(page, path);
        await expectHydrated(page);
        await page.waitForLoadState('networkidle');
        expect(problems, path).toEqual([]);
        const layoutShift = await page.evaluate<number>(
          'window.shifts.reduce((sum, value) => sum + value, 0)',
        );
        expect(layoutShift, path).toBeLessThan(0.02);
      }
    });
  });

test.describe('while scripts are loading', () => {
  test.use(PHONE_OPTIONS);

  test('links work, and a button works as soon as it can', async ({ page, context }) => {
    const release = await holdScripts(context);
    await openRendered(page, '/');
    await page.getByRole('tab', { name: 'Following' }).click();
    await expect(page.getByRole('tab', { name: 'Following' })).toHaveAttribute('aria-selected', 'false');
    release();
    await expect(page.getByRole('tab', { name: 'Following' })).toHaveAttribute('aria-selected', 'true');
  });

  test('a form keeps what was written, and is sent as soon as it can', async ({ page, context }) => {
    const release = await holdScripts(context);
    await openRendered(page, '/crowdfundings');
    await page.getByRole('searchbox').fill('boat');
    await page.getByRole('searchbox').press('Enter');
    release();
    await expect(page).toHaveURL(/\/crowdfundings\?text=boat$/);
    await expect(page.getByRole('searchbox')).toHaveValue('boat');
  });

  test('an option that was selected filters the list as soon as it can', async ({ page, context }) => {
    const release = await holdScripts(context);
    await openRendered(page, '/adoptable-animals');
    await page.getByLabel('Type', { exact: true }).selectOption('Cat');
    release();
    await expect(page).toHaveURL(/\/adoptable-animals\?type=CAT$/);
    await expect(page.getByLabel('Type', { exact: true })).toHaveValue('CAT');
    await expectHydrated(page);
  });
});

test('a page whose code cannot be loaded shows the error, and can be loaded again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...BROWSERS['at 1440 pixels'], baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await context.route('**/assets/crowdfundings-page-*.js', (route) => route.abort());
  await page.goto('/crowdfundings');
  await expect(page.getByText('The page could not be loaded. Are you online?')).toBeVisible();
  await context.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.close();
});

test.describe('a browser with settings that the server cannot read', () => {
  test('sees only the language that it has chosen', async ({ page, context }) => {
    await page.goto('/terms');
    await page.evaluate("localStorage.setItem('language', 'es')");
    const release = await holdScripts(context);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('#root')).toBeAttached();
    await expect(page.locator('#root')).toBeHidden();
    release();
    await expect(page.getByRole('tab', { name: 'Para ti' })).toBeVisible();
  });

  test('with a narrow window shows the layout of its width', async ({ page }) => {
    await page.setViewportSize(WINDOWS.middle);
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /menu/i }).first()).toBeVisible();
  });
});
