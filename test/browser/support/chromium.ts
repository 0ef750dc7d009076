import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const SYSTEM_CHROMIUM = [process.env.CHROME_PATH ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Launch options for Chromium. They select the system's browser if there is one. */
export const CHROMIUM_OPTIONS: LaunchOptions = {
  executablePath: SYSTEM_CHROMIUM.find((path) => path && existsSync(path)),
  // The sandbox does not work as root.
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--disable-background-networking',
    '--disable-quic',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
