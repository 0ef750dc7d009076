import type { Uuid } from '../../domain/kernel/ids.ts';
import type { ApiSystem } from '../http/system.ts';

/** How often sessions are asked after: what was opened with one must end within a second of it. */
const CHECK_MS = 500;

/** What is open with sessions, sockets or streams. */
export interface Watched<Open> {
  readonly all: () => readonly Open[];
  readonly sessionOf: (open: Open) => Uuid;
  /** Called once the session has been closed or has expired, or its account may not be used any more. */
  readonly end: (open: Open) => void;
}

/** Ends what is open with a session soon after the session. Answers how to stop watching. */
export function watchSessions<Open>(
  { privateData: { sessions }, clock, logger }: Pick<ApiSystem, 'privateData' | 'clock' | 'logger'>,
  { all, sessionOf, end }: Watched<Open>,
): () => void {
  let checking = false;

  async function check(): Promise<void> {
    const open = all();
    if (open.length === 0) return;
    const ended = await sessions.endedAmong(open.map(sessionOf), clock.now());
    for (const one of ended.size > 0 ? open : []) if (ended.has(sessionOf(one))) end(one);
  }

  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((error) => logger.warn({ err: error }, 'sessions could not be looked at'))
      .finally(() => {
        checking = false;
      });
  }, CHECK_MS);
  return () => clearInterval(timer);
}
