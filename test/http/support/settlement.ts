import { createHandler } from '../../../domain/handle.ts';
import { startSettlement } from '../../../workers/crowdfunding/settlement.ts';
import { waitUntil } from '../../support/wait.ts';
import type { TestApi } from './api.ts';

/** Runs the settlement of campaigns beside the API until a condition is true. */
export async function settleUntil({ foundation }: TestApi, isSettled: () => Promise<boolean>): Promise<void> {
  const { pool, rawLog, progress, clock, ids } = foundation;
  const logger = { info: () => {}, error: () => {} };
  const handler = createHandler({ log: rawLog });
  const worker = startSettlement({ pool, rawLog, progress, clock, ids, logger, handler });
  try {
    await waitUntil(isSettled);
  } finally {
    await worker.close();
  }
}
