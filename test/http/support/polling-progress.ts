import { createReadModelProgress, type SharedProgress } from '../../../projections/engine/progress.ts';
import type { TestApi } from './api.ts';

/**
 * Creates the progress of a process that receives no messages from the projector and reads positions from the
 * database only.
 */
export const createPollingProgress = ({ foundation }: TestApi): SharedProgress =>
  createReadModelProgress(foundation.pool, {
    publish: async () => {},
    subscribe: () => ({ close: async () => {} }),
  });
