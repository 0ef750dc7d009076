import { createHandler } from '../../../domain/handle.ts';
import { startSettlement } from '../../../workers/crowdfunding/settlement.ts';
import type { Worker } from '../../../workers/worker.ts';
import { waitUntil } from '../../support/wait.ts';
import type { TestApi } from './api.ts';

/** Starts a settlement worker, as in a separate process. */
export function startSettlementWorker(
  { foundation }: TestApi,
  onError: (error: unknown) => void = () => {},
): Worker {
  const { pool, rawLog, progress, clock, ids } = foundation;
  const logger = { info: () => {}, error: onError };
  const handler = createHandler({ log: rawLog });
  return startSettlement({ pool, rawLog, progress, clock, ids, logger, handler });
}

/** Runs a settlement worker until a condition is true, then stops it. */
export async function settleUntil(api: TestApi, isSettled: () => Promise<boolean>): Promise<void> {
  const worker = startSettlementWorker(api);
  try {
    await waitUntil(isSettled);
  } finally {
    await worker.close();
  }
}
