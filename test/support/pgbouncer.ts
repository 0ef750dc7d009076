import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort } from './kindra-process.ts';
import { waitUntil } from './wait.ts';

/** A PgBouncer for one database. */
export interface TestPgBouncer {
  /** Address of the database through PgBouncer. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Path on Debian, which is not in the PATH of ordinary users. */
const DEBIAN = '/usr/sbin/pgbouncer';
/** The user `nobody`: PgBouncer refuses to run as root. */
const NOBODY = 65_534;

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts PgBouncer with a pool mode: `session`, `transaction` or `statement`. */
export async function startPgBouncer(databaseUrl: string, poolMode: string): Promise<TestPgBouncer> {
  const folder = await createTemporaryFolder();
  await chmod(folder.path, 0o755);
  const port = await findFreePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const users = join(folder.path, 'users.txt');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  const configuration = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    configuration,
    [
      '[databases]',
      `${database} = host=${hostname} port=${databasePort} dbname=${database}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${poolMode}`,
      'default_pool_size = 60',
    ].join('\n'),
  );
  const program = existsSync(DEBIAN) ? DEBIAN : 'pgbouncer';
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const server = spawn(program, ['-q', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...asNobody,
  });
  const exit = once(server, 'exit');
  await waitUntil(() => acceptsConnections(port));
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
