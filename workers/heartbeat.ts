import type { Pool } from 'pg';
import { repeating } from './repeating.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** What telling of parts needs of the system. */
export interface HeartbeatSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

/** Tells again and again which parts run in this process, and what they complain of. */
export interface Heartbeat {
  /** Where a part reports: what it complains of goes into the log, and is told with its next beat. */
  readonly loggerOf: (part: string) => WorkerLogger;
  readonly start: (parts: readonly string[]) => Worker;
}

interface Complaint {
  readonly part: string;
  readonly text: string;
}

const BEAT_MS = 3_000;
const LONGEST_COMPLAINT = 500;

const textOf = (fields: object, message: string): string => {
  const reason = 'err' in fields && fields.err instanceof Error ? `: ${fields.err.message}` : '';
  return `${message}${reason}`.slice(0, LONGEST_COMPLAINT);
};

/** Makes it; nothing is told before it is started. */
export function createHeartbeat({ pool, logger }: HeartbeatSystem): Heartbeat {
  const complaints = new Map<string, Complaint>();

  async function beat(parts: readonly string[]): Promise<void> {
    const told = [...complaints.values()];
    await pool.query(
      `INSERT INTO engine.parts (name, seen_at, complaint, complained_at)
       SELECT part.name, clock_timestamp(), told.text, CASE WHEN told.text IS NOT NULL THEN clock_timestamp() END
       FROM unnest($1::text[]) AS part (name)
       LEFT JOIN unnest($2::text[], $3::text[]) AS told (part, text) ON told.part = part.name ORDER BY part.name
       ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at,
         complaint = coalesce(excluded.complaint, parts.complaint),
         complained_at = coalesce(excluded.complained_at, parts.complained_at)`,
      [parts, told.map(({ part }) => part), told.map(({ text }) => text)],
    );
    for (const complaint of told)
      if (complaints.get(complaint.part) === complaint) complaints.delete(complaint.part);
  }

  return {
    loggerOf: (part) => ({
      info: (fields, message) => logger.info(fields, message),
      error: (fields, message) => {
        complaints.set(part, { part, text: textOf(fields, message) });
        logger.error(fields, message);
      },
    }),
    start: (parts) =>
      repeating(
        () => beat(parts),
        BEAT_MS,
        (error) => logger.error({ err: error }, 'it cannot be told which workers run'),
      ),
  };
}
