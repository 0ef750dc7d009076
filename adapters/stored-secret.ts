import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './create-folder.ts';

const readSecret = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim();

/**
 * Returns a secret from a file in the data folder. If the file does not exist, creates it so that only its
 * owner can read it. Concurrent processes get the same secret.
 */
export const loadOrCreateSecret = async (folder: string, name: string): Promise<string> => {
  const file = join(folder, name);
  const storedSecret = await readSecret(file);
  if (storedSecret) return storedSecret;
  createFolder(folder);
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  // Unlike a rename, linking fails if the file exists already.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return readSecret(file);
};
