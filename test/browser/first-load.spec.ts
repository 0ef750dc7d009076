import { gzipSync } from 'node:zlib';
import { expect, type Response, test } from '@playwright/test';

const LIMIT_KB = 179;

test('the first load of the home page stays below its size limit', async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  const note = (response: Response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) bodies.push(response.body());
  };
  page.on('response', note);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`First load of the home page: ${kilobytes.toFixed(1)} kB of gzipped JavaScript.`);
  expect(sizes.length).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(LIMIT_KB);
});

test('the first screen of a visitor needs no request', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(asked).not.toContain('/api/publications');
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
