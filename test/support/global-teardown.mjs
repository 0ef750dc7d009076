import { once } from 'node:events';

/** Ends the PostgreSQL of the tests, and waits until it is gone. */
export default async function stopTestDatabase() {
  const server = globalThis.kindraTestDatabase;
  if (!server || server.exitCode !== null) return;
  const gone = once(server, 'exit');
  server.stdin.end();
  await gone;
}
