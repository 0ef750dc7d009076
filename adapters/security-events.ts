import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { createRepeatLimiter } from '../common/repeat-limiter.ts';
import {
  SECURITY_EVENT_KINDS,
  type SecurityEvent,
  type SecurityEvents,
} from '../domain/ports/security-events.ts';

interface SecurityEventsOptions {
  readonly logger: Logger;
  readonly metrics?: Registry | undefined;
}

/** Interval at which repeated lines are written with their count. */
const INTERVAL_MS = 60_000;
/** Maximum number of distinct lines per interval. Further lines are combined into one line per kind. */
const MAX_LINES = 1_000;

/** Maps a security event to log fields. */
export const toLogFields = ({ kind, accountId, network, action, subjectId }: SecurityEvent) => ({
  event: 'security' as const,
  kind,
  ...(accountId && { accountId }),
  ...(network && { network }),
  ...(action && { action }),
  ...(subjectId && { subjectId }),
});

const toKeyedLine = (line: SecurityEvent) => ({ key: JSON.stringify(toLogFields(line)), line });

/** Creates a recorder that logs security events and counts them as `kindra_security_events_total`. */
export function createSecurityEvents({
  logger,
  metrics,
}: SecurityEventsOptions): SecurityEvents & { readonly close: () => void } {
  const counter =
    metrics &&
    new Counter({
      name: 'kindra_security_events_total',
      help: 'Security events, by kind',
      labelNames: ['kind'],
      registers: [metrics],
    });
  for (const kind of SECURITY_EVENT_KINDS) counter?.inc({ kind }, 0);
  const lineLimiter = createRepeatLimiter<SecurityEvent>({
    intervalMs: INTERVAL_MS,
    maxKeys: MAX_LINES,
    toOverflowLine: ({ kind }) => toKeyedLine({ kind }),
    write: (event, count) => logger.info({ ...toLogFields(event), count }, 'security event'),
  });
  return {
    record(event) {
      counter?.inc({ kind: event.kind });
      lineLimiter.add(toKeyedLine(event));
    },
    close: lineLimiter.close,
  };
}
