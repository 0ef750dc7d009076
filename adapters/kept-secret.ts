import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).trim();

/**
 * A secret that is made once and kept in the data folder, for its owner's eyes only. Processes that make it at the same
 * time end up with the same one.
 */
export const keptSecret = async (folder: string, name: string): Promise<string> => {
  const file = join(folder, name);
  const kept = await read(file);
  if (kept) return kept;
  await mkdir(folder, { recursive: true });
  const draft = `${file}-${randomUUID()}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  // Linking fails when the file has come into being meanwhile, unlike renaming.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return read(file);
};
