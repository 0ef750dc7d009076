import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours; all others find the same in both themes. */
const THEMED = ['color-contrast', 'link-in-text-block'];
const OPTIONS = { resultTypes: ['violations'], preload: false };
const RUNS = {
  light: OPTIONS,
  dark: { ...OPTIONS, runOnly: { type: 'rule', values: THEMED } },
} as const;

// As text, since these run in the page and not here.
const IS_LOADED = "typeof axe !== 'undefined'";
const TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/**
 * Checks what is on the screen with axe, and that nothing is wider than the window. All rules run in the light theme, those
 * about colours in the dark one too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').waitFor({ state: 'attached' });
  if (!(await page.evaluate<boolean>(IS_LOADED))) await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const run = `axe.run(document, ${JSON.stringify(RUNS[colorScheme])})`;
    const { violations } = await page.evaluate<AxeResults>(run);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  const tooWide = await page.evaluate<boolean>(TOO_WIDE);
  expect(tooWide, `${page.url()} scrolls sideways`).toBe(false);
}
