import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

/** Interval of session checks, in milliseconds. Connections must end within 1 s after their session. */
const CHECK_MS = 500;

/** Connections of sessions: sockets or streams. */
export interface WatchedConnections<Open> {
  readonly getAll: () => readonly Open[];
  readonly getSessionId: (open: Open) => Uuid;
  /** Called when the session was closed or has expired, or its account was disabled. */
  readonly end: (open: Open) => void;
}

/** Ends connections within 1 s after their session. Returns the function that stops the checks. */
export function watchSessions<Open>(
  { privateData: { sessions }, clock, logger }: Pick<ApiSystem, 'privateData' | 'clock' | 'logger'>,
  { getAll, getSessionId, end }: WatchedConnections<Open>,
): () => void {
  let checking = false;

  async function check(): Promise<void> {
    const open = getAll();
    if (open.length === 0) return;
    const ended = await sessions.findEnded(open.map(getSessionId), clock.now());
    for (const one of ended.size > 0 ? open : []) if (ended.has(getSessionId(one))) end(one);
  }

  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((error) => logger.warn({ err: error }, 'session check failed'))
      .finally(() => {
        checking = false;
      });
  }, CHECK_MS);
  return () => clearInterval(timer);
}
