import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const SYSTEM_CHROMIUM = [process.env.CHROME_PATH ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** How Chromium is started: the one of the system where there is one, and quiet. */
export const CHROMIUM: LaunchOptions = {
  executablePath: SYSTEM_CHROMIUM.find((path) => path && existsSync(path)),
  // Root may not have the sandbox.
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--disable-background-networking',
    '--disable-quic',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
