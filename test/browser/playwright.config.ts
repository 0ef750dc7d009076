/**
 * User journeys in Chromium, against a complete Kindra with demo data (`support/serve.ts`). Each file `*.spec.ts` in
 * this folder contains journeys; `page.goto('/')` opens the system under test. All journeys share one system, so each
 * registers its own people. Run one file with `npm run -s browser -- name-of-the-file`.
 */
import { defineConfig } from '@playwright/test';
import { CHROMIUM_OPTIONS } from './support/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './support/serve.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Journeys also run on busy machines.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['line'],
    ['json', { outputFile: process.env.KINDRA_BROWSER_REPORT ?? '../../test-results/browser.json' }],
  ],
  use: {
    baseURL: process.env.KINDRA_TEST_URL,
    browserName: 'chromium',
    locale: 'en-GB',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM_OPTIONS,
  },
});
