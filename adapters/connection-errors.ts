import type { Pool } from 'pg';

const handledPools = new WeakSet<Pool>();

const ignore = (): void => {};

/**
 * Prevents lost connections from ending the process. The pool only handles errors of idle connections. An
 * unhandled error of any other connection would end the process. The failed query still rejects with the
 * error.
 */
export function handleConnectionErrors(pool: Pool): void {
  if (handledPools.has(pool)) return;
  handledPools.add(pool);
  pool.on('connect', (client) => client.on('error', ignore));
}
