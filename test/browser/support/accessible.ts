import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

type Theme = 'light' | 'dark';

/** Window widths at which pages are checked, in pixels: a phone, a tablet and a desktop. */
const WIDTHS = [360, 1024, 1440] as const;

export const BOTH_THEMES: readonly Theme[] = ['light', 'dark'];

/** Themes that axe checks at each window width. axe is slow, so it runs only once per page and theme. */
const THEMES_BY_WIDTH: Readonly<Record<number, readonly Theme[]>> = {
  360: ['light'],
  1024: [],
  1440: ['dark'],
};

/** Folder for screenshots of the pages that are checked at all widths. If it is not set, no screenshots are taken. */
const SCREENSHOT_FOLDER = process.env.KINDRA_SCREENSHOTS;

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours. All other rules have the same result in both themes. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
const AXE_OPTIONS = { resultTypes: ['violations'], preload: false };

// Strings, because they run in the page.
const IS_LOADED = "typeof axe !== 'undefined'";
/** Waits for the end of all transitions. During a transition, the measured contrast is not final. */
const WAIT_FOR_TRANSITIONS =
  'Promise.allSettled(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished)).then(() => {})';
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

const getThemes = (page: Page): readonly Theme[] =>
  THEMES_BY_WIDTH[page.viewportSize()?.width ?? 0] ?? BOTH_THEMES;

/**
 * Checks the page with axe, and checks that nothing is wider than the window. The default themes depend on the window
 * width, so a journey with only one window must pass `BOTH_THEMES`.
 */
export async function expectAccessible(page: Page, themes = getThemes(page)): Promise<void> {
  await page.locator('h1').waitFor({ state: 'attached' });
  // Items for the previous filter stay dimmed until the items for the new filter have arrived.
  await expect(page.locator('main ul[aria-busy="true"]')).toHaveCount(0);
  if (themes.length > 0 && !(await page.evaluate<boolean>(IS_LOADED))) await page.evaluate(axeScript);
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(WAIT_FOR_TRANSITIONS);
    const options = index === 0 ? AXE_OPTIONS : { ...AXE_OPTIONS, ...COLOUR_RULES };
    const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
    const violationTexts = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
    );
    expect(violationTexts, `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  const isTooWide = await page.evaluate<boolean>(IS_TOO_WIDE);
  expect(isTooWide, `${page.url()} scrolls sideways`).toBe(false);
}

/** Checks the page at all widths. The window keeps the largest width. */
export async function expectAccessibleAtAllWidths(page: Page, name?: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    for (const colorScheme of SCREENSHOT_FOLDER && name ? BOTH_THEMES : []) {
      await page.emulateMedia({ colorScheme });
      const path = `${SCREENSHOT_FOLDER}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
}
