/** Finds programs that the tests need and npm does not provide. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PreparationError, run } from './prepare.mjs';

/** Includes `sbin`, where Debian installs some servers and which is not in the PATH of ordinary users. */
const folders = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => [folder, folder.replace(/\/bin$/, '/sbin')]);

const isInPath = (name) => folders.some((folder) => existsSync(join(folder, name)));

const hasChromium = async () => {
  if (process.env.CHROME_PATH && existsSync(process.env.CHROME_PATH)) return true;
  if (isInPath('chromium') || isInPath('chromium-browser')) return true;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
};

const hasFirefox = () =>
  (process.env.FIREFOX_PATH && existsSync(process.env.FIREFOX_PATH)) ||
  isInPath('firefox-esr') ||
  isInPath('firefox');

const findMissingPackages = async ({ firefox }) => [
  ...((await hasChromium()) ? [] : ['chromium']),
  ...(!firefox || hasFirefox() ? [] : ['firefox-esr']),
  ...(isInPath('redis-server') ? [] : ['redis-server']),
  ...(isInPath('pgbouncer') ? [] : ['pgbouncer']),
  ...(isInPath('openssl') ? [] : ['openssl']),
  ...(isInPath('bean-check') ? [] : ['beancount']),
  ...(isInPath('hledger') ? [] : ['hledger']),
];

const runApt = async (args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = await run('apt-get', args, { env });
  if (result.code !== 0)
    throw new PreparationError(`apt-get ${args.join(' ')} failed.\n${result.output.trim()}`);
};

/**
 * Installs Chromium, Redis, PgBouncer, openssl, beancount and hledger, and Firefox if requested, if run as root on
 * Debian. On other systems, fails with the names of missing programs.
 */
export const ensureTestTools = async ({ firefox = false } = {}) => {
  const missingPackages = await findMissingPackages({ firefox });
  if (missingPackages.length === 0) return;
  const canInstallPackages = process.getuid?.() === 0 && isInPath('apt-get');
  if (!canInstallPackages) {
    throw new PreparationError(
      `The tests need ${missingPackages.join(' and ')}: install ${missingPackages.length === 1 ? 'it' : 'them'} with your package manager` +
        `${missingPackages.includes('chromium') ? ' (or the browser with npx playwright install --with-deps chromium)' : ''}.`,
    );
  }
  console.log(`Installing ${missingPackages.join(' and ')}…`);
  await runApt(['update', '-qq']);
  await runApt(['install', '-y', '-qq', '--no-install-recommends', ...missingPackages]);
};
