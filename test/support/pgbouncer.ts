import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort } from './kindra-process.ts';
import { waitUntil } from './wait.ts';

/** A PgBouncer in front of one database. */
export interface TestPgBouncer {
  /** Database URL that connects through PgBouncer. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** PgBouncer's path on Debian. It is not in the PATH of ordinary users. */
const DEBIAN_PATH = '/usr/sbin/pgbouncer';
/** User id of `nobody`. PgBouncer refuses to run as root. */
const NOBODY_UID = 65_534;

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts PgBouncer in the pool mode `session`, `transaction` or `statement`. */
export async function startPgBouncer(databaseUrl: string, poolMode: string): Promise<TestPgBouncer> {
  const folder = await createTemporaryFolder();
  await chmod(folder.path, 0o755);
  const port = await findFreePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const usersFile = join(folder.path, 'users.txt');
  await writeFile(usersFile, `"${username}" "${decodeURIComponent(password)}"\n`);
  const configurationFile = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    configurationFile,
    [
      '[databases]',
      `${database} = host=${hostname} port=${databasePort} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${usersFile}`,
      `pool_mode = ${poolMode}`,
      'default_pool_size = 60',
    ].join('\n'),
  );
  const program = existsSync(DEBIAN_PATH) ? DEBIAN_PATH : 'pgbouncer';
  const spawnUser = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};
  const server = spawn(program, ['-q', configurationFile], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...spawnUser,
  });
  const exit = once(server, 'exit');
  await waitUntil(() => canConnect(port));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop: async () => {
      server.kill('SIGTERM');
      await exit;
      await folder.remove();
    },
  };
}
