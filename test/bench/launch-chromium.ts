import { type Browser, chromium, type LaunchOptions } from '@playwright/test';

const MISSING_EXECUTABLE = /executable doesn't exist/i;

/**
 * Starts Chromium.
 * @throws Error with installation instructions if Chromium is missing
 */
export async function launchChromium(options: LaunchOptions): Promise<Browser> {
  try {
    return await chromium.launch(options);
  } catch (error) {
    if (!MISSING_EXECUTABLE.test(String(error))) throw error;
    throw new Error(
      'Chromium is missing. Install it with npx playwright install --with-deps chromium or your package manager, or set CHROME_PATH.',
      { cause: error },
    );
  }
}
