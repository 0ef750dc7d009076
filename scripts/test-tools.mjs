/** Programs that the tests need and npm does not provide. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CannotPrepare, run } from './prepare.mjs';

/**
 * Debian installs some servers in the sibling `sbin` folder, which is not in the PATH of ordinary users.
 */
const folders = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => [folder, folder.replace(/\/bin$/, '/sbin')]);

const inPath = (name) => folders.some((folder) => existsSync(join(folder, name)));

const hasChromium = async () => {
  if (process.env.CHROME_PATH && existsSync(process.env.CHROME_PATH)) return true;
  if (inPath('chromium') || inPath('chromium-browser')) return true;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
};

const missingPackages = async () => [
  ...((await hasChromium()) ? [] : ['chromium']),
  ...(inPath('redis-server') ? [] : ['redis-server']),
  ...(inPath('pgbouncer') ? [] : ['pgbouncer']),
  ...(inPath('openssl') ? [] : ['openssl']),
  ...(inPath('bean-check') ? [] : ['beancount']),
  ...(inPath('hledger') ? [] : ['hledger']),
];

const apt = async (args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = await run('apt-get', args, { env });
  if (result.code !== 0)
    throw new CannotPrepare(`apt-get ${args.join(' ')} failed.\n${result.output.trim()}`);
};

/** Installs the browser, Redis, PgBouncer, openssl, beancount and hledger on Debian as root; elsewhere says what to install. */
export const ensureTestTools = async () => {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const debianRoot = process.getuid?.() === 0 && inPath('apt-get');
  if (!debianRoot) {
    throw new CannotPrepare(
      `The tests need ${missing.join(' and ')}: install ${missing.length === 1 ? 'it' : 'them'} with your package manager` +
        `${missing.includes('chromium') ? ' (or the browser with npx playwright install --with-deps chromium)' : ''}.`,
    );
  }
  console.log(`Installing ${missing.join(' and ')}…`);
  await apt(['update', '-qq']);
  await apt(['install', '-y', '-qq', '--no-install-recommends', ...missing]);
};
