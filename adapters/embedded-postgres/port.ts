import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** All ports are below the ephemeral range, so outgoing connections cannot take one while the server is stopped. */
const MIN_PORT = 20_000;
const MAX_PORT = 32_000;

const isPortFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const findFreePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(MIN_PORT, MAX_PORT);
    if (await isPortFree(port)) return port;
  }
  throw new StartupError('There is no free port for the embedded PostgreSQL.');
};

/** Returns the port that is stored in the folder if it is free. Otherwise chooses and stores another port. */
export const choosePort = async (folder: string): Promise<number> => {
  const file = join(folder, 'port');
  const storedPort = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (storedPort > 0 && (await isPortFree(storedPort))) return storedPort;
  const port = await findFreePort();
  await writeFile(file, `${port}\n`);
  return port;
};
