import { Worker } from 'node:worker_threads';
import type { Chains } from './chains.ts';

/** What the thread tells. */
export type ChainsMessage =
  | { readonly kind: 'progress'; readonly events: number }
  | { readonly kind: 'done'; readonly chains: Chains };

/**
 * Checks the chain of hashes of every stream on a thread of its own, over a connection of its own: hashing a large log
 * takes as long as recounting it, and a machine has more than one processor.
 */
export function checkChainsBeside(
  databaseUrl: string,
  onProgress: (events: number) => void,
  signal: AbortSignal,
): Promise<Chains> {
  return new Promise((resolve, reject) => {
    // Who has been asked to stop before is not told again.
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
      reject(new Error('The check of the hashes ended before its time.'));
    });
  });
}
