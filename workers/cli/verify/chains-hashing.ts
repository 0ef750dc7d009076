/** Thread of `checkChainsInThread`: verifies the hashes and posts progress and result. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { checkChains } from './chains.ts';
import type { ChainsMessage } from './chains-thread.ts';

const postMessage = (message: ChainsMessage): void => parentPort?.postMessage(message);

const pool = new pg.Pool({ connectionString: workerData.databaseUrl, max: 1 });
pool.on('error', () => {});
try {
  postMessage({
    kind: 'done',
    chains: await checkChains(pool, (events) => postMessage({ kind: 'progress', events })),
  });
} finally {
  await pool.end();
}
