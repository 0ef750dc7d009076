/**
 * Drives Firefox in journeys. Uses puppeteer-core, because Playwright needs WebDriver BiDi commands that Firefox ESR
 * lacks (`emulation.setMediaFeaturesOverride`). Elements are found by role and name, as in the other journeys.
 *
 * Firefox has no commands to set the colour scheme, slow down the processor or print the accessibility tree, so these
 * journeys do not check them. Where other journeys match a name by a pattern, these match a part of the text.
 */
import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { test as base } from './journey.ts';
import { createIpAddress, createSessionScript } from './people.ts';
import { WINDOWS } from './windows.ts';

const SYSTEM_FIREFOX = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Maximum time to wait for an element, in milliseconds. The same as in the other journeys. */
const TIMEOUT_MS = 60_000;

// A string, because it runs in the page.
const IS_TOO_WIDE = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';

type Role = 'article' | 'button' | 'checkbox' | 'heading' | 'link' | 'menuitem' | 'tab';

/** A Firefox page and the actions that journeys perform. Each action waits for its element. */
export interface FirefoxPage {
  readonly page: Page;
  /** Opens a path, and expects that no content is wider than the window. */
  readonly open: (path: string) => Promise<void>;
  readonly click: (role: Role, name: string) => Promise<void>;
  readonly clickInDialog: (name: string) => Promise<void>;
  /** Replaces the text in a field, or selects the option with this value. */
  readonly fill: (label: string, text: string) => Promise<void>;
  readonly chooseFile: (path: string) => Promise<void>;
  readonly expectElement: (role: Role, name: string) => Promise<void>;
  readonly expectText: (text: string) => Promise<void>;
  readonly expectPath: (path: string | RegExp) => Promise<void>;
  readonly expectNothingIsTooWide: () => Promise<void>;
}

/** Returns a selector for elements with this role and this exact accessible name. */
const selectByRole = (role: Role, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

/** Returns a selector for the innermost elements that contain a text. */
const selectByText = (text: string): string => `::-p-text(${text})`;

/** Returns whether an element is visible. Returns false if the element is removed from the page during the check. */
const isVisible = (element: ElementHandle): Promise<boolean> => element.isVisible().catch(() => false);

const FIELDS = 'input, select, textarea';

/** Returns the form field with this label. Skips other elements with the same accessible name. */
async function findField(page: Page, label: string): Promise<ElementHandle> {
  const find = async () => {
    for (const element of await page.$$(`::-p-aria(${label})`))
      if (await element.evaluate((found, fields) => found.matches(fields), FIELDS)) return element;
    return undefined;
  };
  await expect.poll(find, { message: `a field “${label}”`, timeout: TIMEOUT_MS }).toBeTruthy();
  return (await find()) as ElementHandle;
}

/**
 * Replaces the text in a field. Selects the old text and types over it, because Puppeteer's own method empties the
 * field first, and React puts the old text back if it renders before the first key. Dates cannot be selected, and React
 * does not notice the change of Puppeteer's own method.
 */
async function fillField(field: ElementHandle, text: string): Promise<void> {
  const kind = await field.evaluate((input) => (input.matches('[type=date]') ? 'date' : input.localName));
  if (kind === 'select') return field.asLocator().fill(text);
  if (kind !== 'date') {
    await field.focus();
    await field.evaluate((input) => (input as unknown as { select(): void }).select());
    return field.type(text);
  }
  await field.evaluate((input, value) => {
    Reflect.set(Object.getPrototypeOf(input), 'value', value, input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}

async function wrapPage(page: Page): Promise<FirefoxPage> {
  page.setDefaultTimeout(TIMEOUT_MS);
  // Puppeteer's locators only check the first match, which can be hidden.
  const expectVisible = async (selector: string): Promise<void> => {
    const find = async () => (await Promise.all((await page.$$(selector)).map(isVisible))).includes(true);
    await expect.poll(find, { message: `${selector} is visible`, timeout: TIMEOUT_MS }).toBe(true);
  };
  // Puppeteer only scrolls until the element is in the window, where a bar can still cover it.
  const click = async (selector: string): Promise<void> => {
    const element: ElementHandle | null = await page.waitForSelector(selector);
    await element?.evaluate((found) => found.scrollIntoView({ block: 'center' }));
    await page.locator(selector).click();
  };
  const expectNothingIsTooWide = async (): Promise<void> =>
    expect(await page.evaluate(IS_TOO_WIDE), `${page.url()} scrolls sideways`).toBe(false);
  return {
    page,
    expectNothingIsTooWide,
    async open(path) {
      await page.goto(`${process.env.KINDRA_TEST_URL}${path}`);
      await page.locator('h1').setVisibility(null).wait();
      await expectNothingIsTooWide();
    },
    click: (role, name) => click(selectByRole(role, name)),
    clickInDialog: (name) => click(`dialog[open] ${selectByRole('button', name)}`),
    fill: async (label, text) => fillField(await findField(page, label), text),
    async chooseFile(path) {
      const input = await page.waitForSelector('input[type=file]');
      await input?.uploadFile(path);
    },
    expectElement: (role, name) => expectVisible(selectByRole(role, name)),
    expectText: (text) => expectVisible(selectByText(text)),
    async expectPath(path) {
      const getPath = () => new URL(page.url()).pathname;
      const poll = expect.poll(getPath, { timeout: TIMEOUT_MS });
      await (typeof path === 'string' ? poll.toBe(path) : poll.toMatch(path));
    },
  };
}

interface Fixtures {
  /** Opens a page in its own browser context. The page is logged in if a session is given. */
  readonly openFirefox: (viewport: keyof typeof WINDOWS, session?: AuthResponse) => Promise<FirefoxPage>;
}

/** A test that runs in Firefox. */
export const test = base.extend<Fixtures, { readonly firefox: Browser }>({
  firefox: [
    // Playwright reads the fixtures that a fixture needs from its first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: it needs none.
    async ({}, use) => {
      const browser = await launch({
        browser: 'firefox',
        executablePath: SYSTEM_FIREFOX.find((path) => path && existsSync(path)),
        timeout: TIMEOUT_MS,
        extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'ui.useOverlayScrollbars': 1 },
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 2 * TIMEOUT_MS },
  ],
  openFirefox: async ({ firefox }, use, info) => {
    await use(async (viewport, session) => {
      // A tab hides the other tabs of its window, and hidden pages do not read messages.
      const page = await (await firefox.createBrowserContext()).newPage({ type: 'window' });
      await page.setViewport(WINDOWS[viewport]);
      await page.setExtraHTTPHeaders({ 'X-Forwarded-For': createIpAddress() });
      if (session) await page.evaluateOnNewDocument(createSessionScript(session));
      return wrapPage(page);
    });
    for (const context of firefox.browserContexts()) {
      if (context === firefox.defaultBrowserContext()) continue;
      const [page] = await context.pages();
      if (info.status !== info.expectedStatus)
        await page?.screenshot({ path: info.outputPath(`${context.id}.png`) });
      await context.close();
    }
  },
});
