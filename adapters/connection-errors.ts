import type { Pool } from 'pg';

const handledPools = new WeakSet<Pool>();

const ignore = (): void => {};

/**
 * Prevents lost connections from ending the process. The pool handles errors of idle connections only; an
 * unhandled error of any other connection would end the process. The failed query rejects with the error.
 */
export function handleConnectionErrors(pool: Pool): void {
  if (handledPools.has(pool)) return;
  handledPools.add(pool);
  pool.on('connect', (client) => client.on('error', ignore));
}
