import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

/** Interval between session checks, in milliseconds. */
const CHECK_INTERVAL_MS = 500;

/**
 * Calls `end` within 1 s for each connection whose session was closed or has expired, or whose account was disabled.
 * Returns a function that stops the checks.
 */
export function watchSessions<Connection extends { readonly sessionId: Uuid }>(
  { privateData: { sessions }, clock, logger }: Pick<ApiSystem, 'privateData' | 'clock' | 'logger'>,
  getConnections: () => readonly Connection[],
  end: (connection: Connection) => void,
): () => void {
  let isChecking = false;

  async function check(): Promise<void> {
    const connections = getConnections();
    if (connections.length === 0) return;
    const ids = connections.map(({ sessionId }) => sessionId);
    const endedSessions = await sessions.findEnded(ids, clock.now());
    for (const connection of endedSessions.size > 0 ? connections : [])
      if (endedSessions.has(connection.sessionId)) end(connection);
  }

  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      .catch((error) => logger.warn({ err: error }, 'session check failed'))
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}
