import { createLogger } from '../../../adapters/logger.ts';

/** A logger for simulators with provoked failures. */
export const silentLogger = createLogger('silent');
