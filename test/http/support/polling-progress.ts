import { createReadModelProgress, type SharedProgress } from '../../../projections/engine/progress.ts';
import type { TestApi } from './api.ts';

/**
 * Creates read model progress that reads positions from the database only, like a process that receives no messages
 * from the projector.
 */
export const createPollingProgress = ({ foundation }: TestApi): SharedProgress =>
  createReadModelProgress(foundation.pool, {
    publish: async () => {},
    subscribe: () => ({ close: async () => {} }),
  });
