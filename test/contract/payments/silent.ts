import { createLogger } from '../../../adapters/logger.ts';

/** A logger without output, for simulators whose failures are expected. */
export const silentLogger = createLogger('silent');
