import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';

/** Marks pages as staging, as the server of a staging system does. */
const markAsStaging = (page: Page): Promise<unknown> =>
  page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('<html', '<html data-system="staging"');
    await route.fulfill({ response, body });
  });

/**
 * Maximum layout shift in pixels. A banner that appears after the first paint exceeds it, a font that loads late does
 * not.
 */
const MAX_SHIFT_PX = 4;

const OBSERVE_SHIFTS = `
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const { node, previousRect, currentRect } of list.getEntries().flatMap(({ sources }) => sources))
      if (node?.contains(document.querySelector('header')))
        window.moved = Math.max(window.moved, Math.abs(currentRect.y - previousRect.y));
  }).observe({ type: 'layout-shift', buffered: true });`;

for (const width of [360, 1024, 1440]) {
  test(`the banner of a staging system is on every page at ${width} px, and shifts no layout`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(OBSERVE_SHIFTS);
    await markAsStaging(page);
    const banner = page.getByRole('complementary', { name: 'Test system' });
    for (const path of ['/', '/crowdfundings', '/login', '/nowhere']) {
      await page.goto(path);
      await expectAccessible(page);
      await page.mouse.wheel(0, 600);
      await expect(banner).toBeInViewport({ ratio: 1 });
      const text = banner.getByRole('paragraph');
      const [outer, inner] = [await banner.boundingBox(), await text.boundingBox()];
      expect(inner?.height ?? 0).toBeLessThanOrEqual(outer?.height ?? 0);
      const headerBox = await page.getByRole('banner').boundingBox();
      expect(headerBox?.y).toBeCloseTo(outer?.height ?? -1, 0);
      expect(await page.evaluate<number>('window.moved')).toBeLessThan(MAX_SHIFT_PX);
    }
  });
}
