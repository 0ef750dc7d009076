import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

/**
 * Interval between session checks, in milliseconds. Connections must close within 1 s after their session
 * ends.
 */
const CHECK_INTERVAL_MS = 500;

/** Open connections that belong to sessions, such as WebSockets or event streams. */
export interface WatchedConnections<Connection> {
  readonly getAll: () => readonly Connection[];
  readonly getSessionId: (connection: Connection) => Uuid;
  /** Closes a connection. Called when its session was closed or has expired, or its account was disabled. */
  readonly end: (connection: Connection) => void;
}

/** Closes each connection within 1 s after its session ends. Returns a function that stops the checks. */
export function watchSessions<Connection>(
  { privateData: { sessions }, clock, logger }: Pick<ApiSystem, 'privateData' | 'clock' | 'logger'>,
  { getAll, getSessionId, end }: WatchedConnections<Connection>,
): () => void {
  let isChecking = false;

  async function check(): Promise<void> {
    const connections = getAll();
    if (connections.length === 0) return;
    const endedSessions = await sessions.findEnded(connections.map(getSessionId), clock.now());
    for (const connection of endedSessions.size > 0 ? connections : [])
      if (endedSessions.has(getSessionId(connection))) end(connection);
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
