import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type CommandEnvironment, type CommonOptions, confirm } from './command.ts';
import { CommandFailed } from './console.ts';

/**
 * Returns the absolute path of the file to write, and prompts before an existing file is overwritten. Resolves symlinks,
 * because a rename would replace them.
 * @throws CommandFailed when the path exists and is not a regular file, or when the confirmation is refused
 */
export async function chooseOutputFile(
  environment: Pick<CommandEnvironment, 'console' | 'signal'>,
  options: CommonOptions,
  file: string,
): Promise<string> {
  const path = resolve(file);
  if (!(await doesExist(path))) {
    // Rejects if the folder does not exist.
    await stat(dirname(path));
    return path;
  }
  // `stat` fails for a symlink to a missing file.
  const target = await stat(path).catch(() => undefined);
  if (!target?.isFile()) throw new CommandFailed(`${path} is not a regular file; name a file to write.`);
  const targetPath = await realpath(path);
  await confirm(environment, options, `Overwrite ${targetPath}?`);
  return targetPath;
}

const doesExist = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/**
 * Returns the absolute path of a file to read.
 * @param kind what the file contains, such as `a file created by kindra backup`
 * @throws CommandFailed when the path is not a regular file
 */
export async function resolveInputFile(file: string, kind: string): Promise<string> {
  const path = resolve(file);
  if ((await stat(path)).isFile()) return path;
  throw new CommandFailed(`${path} is not a regular file; name ${kind}.`);
}
