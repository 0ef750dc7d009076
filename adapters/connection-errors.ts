import type { Pool } from 'pg';

const handledPools = new WeakSet<Pool>();

const ignore = (): void => {};

/**
 * Keeps the process alive when a connection in use, or one being established, is lost. The pool handles errors of idle
 * connections only, and an unhandled error event ends the process. The caller gets the error from its query.
 */
export function handleConnectionErrors(pool: Pool): void {
  if (handledPools.has(pool)) return;
  handledPools.add(pool);
  pool.on('connect', (client) => client.on('error', ignore));
}
