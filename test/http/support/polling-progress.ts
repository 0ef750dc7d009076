import { createReadModelProgress, type SharedProgress } from '../../../projections/engine/progress.ts';
import type { TestApi } from './api.ts';

/**
 * Creates a read model progress tracker that only polls positions in the database, as in a process that receives no
 * messages from the projector.
 */
export const createPollingProgress = ({ foundation }: TestApi): SharedProgress =>
  createReadModelProgress(foundation.pool, {
    publish: async () => {},
    subscribe: () => ({ close: async () => {} }),
  });
