import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Operating system user that runs PostgreSQL. It must not be root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** Whether the user can access the folders. If not, the programs run with a Linux capability. */
  readonly canAccess: boolean;
}

const USER_NAME = 'postgres';

const lookUpId = (flag: '-u' | '-g'): number | undefined => {
  const idResult = spawnSync('id', [flag, USER_NAME], { encoding: 'utf8' });
  return idResult.status === 0 ? Number.parseInt(idResult.stdout, 10) : undefined;
};

const findUser = (): { uid: number; gid: number } | undefined => {
  const uid = lookUpId('-u');
  const gid = lookUpId('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
};

const createUser = (): { uid: number; gid: number } => {
  const useraddResult = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', USER_NAME]);
  const user = useraddResult.status === 0 ? findUser() : undefined;
  if (!user) {
    throw new StartupError(
      'PostgreSQL does not run as root, and the user postgres could not be created. Create it, or run as another user.',
    );
  }
  return user;
};

const findOwner = (folder: string): { uid: number; gid: number } | undefined => {
  const folderStats = statSync(folder, { throwIfNoEntry: false });
  return folderStats && folderStats.uid !== 0 ? { uid: folderStats.uid, gid: folderStats.gid } : undefined;
};

/**
 * Returns the user that should run PostgreSQL, or undefined for the current user. If the current user is
 * root, this is the owner of the data, or the user `postgres`, which is created if it is missing.
 * @param data data folder, which may not exist yet
 * @param paths programs and folders that the user must be able to access
 */
export const chooseServerUser = (data: string, paths: readonly string[]): ServerUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = findOwner(data) ?? findUser() ?? createUser();
  const test = paths.map((_, index) => `test -x "$${index}"`).join(' && ');
  const accessCheck = spawnSync('/bin/sh', ['-c', test, ...paths], { ...user, cwd: '/' });
  return { ...user, canAccess: accessCheck.status === 0 };
};

/** Linux capabilities with which the user `postgres` can access files in root's home folder. */
const ACCESS_CAPABILITIES = [
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];

const wrapCommand = (program: string, args: readonly string[], user: ServerUser | undefined) => {
  if (!user) return { program, args, identity: {} };
  if (user.canAccess) return { program, args, identity: { uid: user.uid, gid: user.gid } };
  const setprivArgs = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    ...ACCESS_CAPABILITIES,
    program,
    ...args,
  ];
  return { program: 'setpriv', args: setprivArgs, identity: {} };
};

/** Output and exit code of a program. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs a PostgreSQL program until it exits, in a separate session, so that it does not receive Ctrl-C.
 * @param environment additional environment variables; those of this process have precedence
 */
export const runProgram = async (
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> => {
  const command = wrapCommand(program, args, user);
  const options: SpawnOptions = {
    ...command.identity,
    cwd: dirname(program),
    detached: true,
    windowsHide: true,
    env: { ...environment, ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  return new Promise((resolve, reject) => {
    const child = spawn(command.program, command.args, options);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
};
