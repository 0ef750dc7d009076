import type { Pool } from 'pg';

const guarded = new WeakSet<Pool>();

const ignore = (): void => {};

/**
 * Keeps the process alive when a connection is cut while it is lent, or in the very moment that it is made: the pool
 * listens to the errors of idle connections only, and one that nobody listens to ends the process. Whoever uses the
 * connection learns of the cut by the failure of its query.
 */
export function surviveCuts(pool: Pool): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  pool.on('connect', (client) => client.on('error', ignore));
}
