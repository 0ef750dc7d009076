import { Worker } from 'node:worker_threads';
import type { ChainsResult } from './chains.ts';

/** Messages of the thread. */
export type ChainsMessage =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'done'; readonly chains: ChainsResult };

/**
 * Verifies the hash chains in a separate thread with its own connection, because hashing a large log takes as
 * long as recounting it.
 */
export function checkChainsInThread(
  databaseUrl: string,
  onProgress: (events: number) => void,
  signal: AbortSignal,
): Promise<ChainsResult> {
  return new Promise((resolve, reject) => {
    // The signal emits no event if it is already aborted.
    signal.throwIfAborted();
    const thread = new Worker(new URL('./chains-worker.mjs', import.meta.url), {
      workerData: { databaseUrl },
      execArgv: [],
    });
    thread.on('message', (message: ChainsMessage) => {
      if (message.kind === 'progress') onProgress(message.events);
      else resolve(message.chains);
    });
    thread.once('error', reject);
    const stop = (): void => {
      reject(signal.reason);
      void thread.terminate();
    };
    signal.addEventListener('abort', stop, { once: true });
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The hash verification ended unexpectedly.'));
    });
  });
}
