import { once } from 'node:events';

/** Stops the PostgreSQL server for the tests and waits until it has exited. */
export default async function stopTestDatabase() {
  const server = globalThis.kindraTestDatabase;
  if (!server || server.exitCode !== null) return;
  const exit = once(server, 'exit');
  server.stdin.end();
  await exit;
}
