import { createLogger } from '../../../adapters/logger.ts';

/** A logger without output, for simulators that are expected to fail. */
export const silentLogger = createLogger('silent');
