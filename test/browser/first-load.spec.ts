import { gzipSync } from 'node:zlib';
import { expect, type Response, test } from '@playwright/test';

/** Maximum total size of all scripts on the home page, compressed with gzip. */
const MAX_KB = 160;

test('the first load of the home page stays below its size limit', async ({ page }) => {
  const scripts: Promise<readonly [string, number]>[] = [];
  const measureScript = async (response: Response) =>
    [new URL(response.url()).pathname, gzipSync(await response.body()).length / 1000] as const;
  const recordScript = (response: Response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(measureScript(response));
  };
  page.on('response', recordScript);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('response', recordScript);
  const sizes = await Promise.all(scripts);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`Gzipped code of the home page: ${total.toFixed(1)} kB.`);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(MAX_KB);
  expect(sizes.map(([path]) => path).join()).not.toContain('message-socket');
});

test('the first screen of a visitor needs no request', async ({ page }) => {
  let requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  // A busy server sends the page without the API responses.
  await expect(async () => {
    requests = [];
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(requests).not.toContain('/api/publications');
  }).toPass();
});

test('a browser with blocked storage shows Kindra', async ({ page }) => {
  await page.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied.', 'SecurityError');
        },
      });
  `);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Theme: as on this device' }).click();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
});

test('the icons of social networks are drawn from their file', async ({ page }) => {
  await page.goto('/');
  for (const name of ['bluesky', 'facebook', 'x']) {
    const icon = page.locator(`use[href$="#${name}"]`);
    const measureIcon = () =>
      icon.evaluate((use: { getBBox?(): { width: number } }) => use.getBBox?.().width);
    await expect.poll(measureIcon).toBeGreaterThan(0);
  }
});
