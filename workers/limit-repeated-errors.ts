import { createRepeatLimiter } from '../common/repeat-limiter.ts';
import type { WorkerLogger } from './worker.ts';

interface ErrorLine {
  readonly fields: object;
  readonly message: string;
}

const INTERVAL_MS = 60_000;
const MAX_KEYS = 1_000;

const getReason = (fields: object): unknown =>
  'err' in fields && fields.err instanceof Error ? fields.err.message : undefined;

const getProjection = (fields: object): unknown => ('projection' in fields ? fields.projection : undefined);

/**
 * Returns a logger that writes the first of several equal errors at once. After that, it writes the latest one once a
 * minute; `occurrences` is their number. During an outage, every part fails at each attempt. Errors are equal if they have the same message, reason and
 * subject or projection.
 */
export function limitRepeatedErrors(
  logger: Pick<WorkerLogger, 'info' | 'error'>,
): WorkerLogger & { readonly close: () => void } {
  const limiter = createRepeatLimiter<ErrorLine>({
    intervalMs: INTERVAL_MS,
    maxKeys: MAX_KEYS,
    toOverflowLine: ({ message }) => ({ key: message, line: { fields: {}, message } }),
    write: ({ fields, message }, count) =>
      logger.error(count > 1 ? { ...fields, occurrences: count } : fields, message),
  });
  return {
    info: (fields, message) => logger.info(fields, message),
    error: (fields, message, subject) =>
      limiter.add({
        key: JSON.stringify([message, getReason(fields), subject, getProjection(fields)]),
        line: { fields, message },
      }),
    close: limiter.close,
  };
}
