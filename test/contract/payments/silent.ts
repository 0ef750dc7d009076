import { createLogger } from '../../../adapters/logger.ts';

/** A logger for simulators that are made to fail. */
export const silent = createLogger('silent');
