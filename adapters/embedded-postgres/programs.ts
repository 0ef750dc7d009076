import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStart } from '../cannot-start.ts';

/** The user that PostgreSQL runs as, which must not be root. Undefined means: as whoever runs this process. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  /** Whether the user may enter the folders; otherwise its programs keep one capability of root to do so. */
  readonly reaches: boolean;
}

const USER_NAME = 'postgres';

const numberOf = (flag: '-u' | '-g'): number | undefined => {
  const answer = spawnSync('id', [flag, USER_NAME], { encoding: 'utf8' });
  return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : undefined;
};

const findUser = (): { uid: number; gid: number } | undefined => {
  const uid = numberOf('-u');
  const gid = numberOf('-g');
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
};

const makeUser = (): { uid: number; gid: number } => {
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', USER_NAME]);
  const user = made.status === 0 ? findUser() : undefined;
  if (!user) {
    throw new CannotStart(
      'PostgreSQL does not run as root, and the user postgres could not be made. Make it, or run as another user.',
    );
  }
  return user;
};

const ownerOf = (folder: string): { uid: number; gid: number } | undefined => {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
};

/**
 * The user to run PostgreSQL as: whoever runs this process, but never root, who lends it to the owner of the data or, when
 * there is none yet, to the user `postgres`, made when missing.
 * @param data folder of the data, which may not exist yet
 * @param paths programs and folders that the user has to reach
 */
export const serverUser = (data: string, paths: readonly string[]): ServerUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = ownerOf(data) ?? findUser() ?? makeUser();
  const test = paths.map((_, index) => `test -x "$${index}"`).join(' && ');
  const reach = spawnSync('/bin/sh', ['-c', test, ...paths], { ...user, cwd: '/' });
  return { ...user, reaches: reach.status === 0 };
};

/**
 * A home folder of root is closed to others, and with it the clone inside. There the programs keep, as the user postgres,
 * the capability to pass through closed folders.
 */
const KEEP_REACH = [
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];

const withUser = (program: string, args: readonly string[], user: ServerUser | undefined) => {
  if (!user) return { program, args, identity: {} };
  if (user.reaches) return { program, args, identity: { uid: user.uid, gid: user.gid } };
  const setpriv = [`--reuid=${user.uid}`, `--regid=${user.gid}`, ...KEEP_REACH, program, ...args];
  return { program: 'setpriv', args: setpriv, identity: {} };
};

/** What a program printed, and its exit code. */
export interface ProgramResult {
  readonly code: number | null;
  readonly output: string;
}

/** Runs one of PostgreSQL's programs to its end. A session of its own keeps the terminal's Ctrl-C away from the server. */
export const runProgram = async (
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<ProgramResult> => {
  const call = withUser(program, args, user);
  const options: SpawnOptions = {
    ...call.identity,
    cwd: dirname(program),
    detached: true,
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  return new Promise((resolve, reject) => {
    const child = spawn(call.program, call.args, options);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }));
  });
};
