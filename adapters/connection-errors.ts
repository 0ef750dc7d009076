import type { Pool } from 'pg';

const handledPools = new WeakSet<Pool>();

const ignore = (): void => {};

/** Handles errors of connections in use, which would end the process. The failed query still rejects. */
export function handleConnectionErrors(pool: Pool): void {
  if (handledPools.has(pool)) return;
  handledPools.add(pool);
  pool.on('connect', (client) => client.on('error', ignore));
}
