import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// As text, since these run in the page and not here.
const RUN = "axe.run(document, { resultTypes: ['violations'] })";
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** Checks what is on the screen with axe, in the light theme and the dark one, and that nothing is wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').waitFor({ state: 'attached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(RUN);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  const tooWide = await page.evaluate<boolean>(TOO_WIDE);
  expect(tooWide, `${page.url()} scrolls sideways`).toBe(false);
}
