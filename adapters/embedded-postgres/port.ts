import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** Below the ephemeral port range, so that outgoing connections cannot take the port while the server is stopped. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

const anyFree = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new CannotStart('There is no free port for the embedded PostgreSQL.');
};

/** Returns the port stored in the folder if it is free; otherwise chooses and stores another one. */
export const choosePort = async (folder: string): Promise<number> => {
  const file = join(folder, 'port');
  const remembered = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  if (remembered > 0 && (await isFree(remembered))) return remembered;
  const port = await anyFree();
  await writeFile(file, `${port}\n`);
  return port;
};
