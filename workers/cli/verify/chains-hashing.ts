/** The thread of `checkChainsBeside`: hashes the log, tells how far it is, and last of all what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { checkChains } from './chains.ts';
import type { ChainsMessage } from './chains-thread.ts';

const tell = (message: ChainsMessage): void => parentPort?.postMessage(message);

const pool = new pg.Pool({ connectionString: workerData.databaseUrl, max: 1 });
pool.on('error', () => {});
try {
  tell({ kind: 'done', chains: await checkChains(pool, (events) => tell({ kind: 'progress', events })) });
} finally {
  await pool.end();
}
