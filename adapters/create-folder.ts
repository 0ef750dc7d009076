import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from './startup-error.ts';

/**
 * Creates a folder and its missing parents, unless it exists. Does not use the `recursive` option, with which Node.js 20
 * never returns for a folder in /proc.
 * @throws StartupError when the path leads through something that is not a folder, or the file system has no new folders
 */
export function createFolder(folder: string): void {
  const missingFolders: string[] = [];
  let parent = folder;
  for (; !existsSync(parent); parent = dirname(parent)) missingFolders.unshift(parent);
  if (!statSync(parent).isDirectory())
    throw new StartupError(`${folder} cannot be used: ${parent === folder ? 'it' : parent} is not a folder.`);
  for (const path of missingFolders) createOneFolder(path);
}

function createOneFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (existsSync(path)) return;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartupError(
      `${path} cannot be created: no folders can be created in ${dirname(path)}.`,
      error,
    );
  }
}
