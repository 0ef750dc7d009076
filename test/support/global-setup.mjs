import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('serve-test-database.ts', import.meta.url));

/** Starts the PostgreSQL server for the tests, once for all test files. */
export default async function startTestDatabase() {
  const server = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: server.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(server, 'exit').then(() => [])]);
  if (!line) throw new Error('The PostgreSQL of the tests did not start. The reason is in the output above.');
  lines.close();
  const { url, template } = JSON.parse(line);
  process.env.KINDRA_TEST_DATABASE = url;
  process.env.KINDRA_TEST_TEMPLATE = template;
  globalThis.kindraTestDatabase = server;
}
