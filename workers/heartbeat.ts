import type { Pool } from 'pg';
import { FAILING_SECONDS } from './part-status.ts';
import { runRepeatedly } from './run-repeatedly.ts';
import type { Worker, WorkerLogger } from './worker.ts';

interface PartErrors {
  /** Unresolved errors: time of the last occurrence in milliseconds, by subject. */
  readonly unresolved: Map<string, number>;
  /** Latest error that has not been stored yet. */
  unsent: string | null;
  /** Whether all errors have been resolved since the last heartbeat. */
  hasRecovered: boolean;
}

const BEAT_INTERVAL_MS = 3_000;
const MAX_ERROR_LENGTH = 500;

const formatError = (fields: object, message: string): string => {
  const reason = 'err' in fields && fields.err instanceof Error ? `: ${fields.err.message}` : '';
  return `${message}${reason}`.slice(0, MAX_ERROR_LENGTH);
};

/**
 * Creates a heartbeat, which periodically stores which parts run in this process, together with their errors. It stores
 * nothing before `start` is called.
 */
export function createHeartbeat({ pool, logger }: { readonly pool: Pool; readonly logger: WorkerLogger }) {
  const errorsByPart = new Map<string, PartErrors>();

  function getErrors(part: string): PartErrors {
    const partErrors = errorsByPart.get(part) ?? {
      unresolved: new Map(),
      unsent: null,
      hasRecovered: false,
    };
    errorsByPart.set(part, partErrors);
    return partErrors;
  }

  /** Permanent problems are reported again before their entries expire. */
  function removeExpired({ unresolved }: PartErrors): void {
    const expiryTime = performance.now() - FAILING_SECONDS * 1_000;
    for (const [subject, occurredAt] of unresolved) if (occurredAt < expiryTime) unresolved.delete(subject);
  }

  async function storeHeartbeat(parts: readonly string[]): Promise<void> {
    const records = parts.map((part) => {
      const state = getErrors(part);
      removeExpired(state);
      const { unsent: text, unresolved, hasRecovered: has_recovered } = state;
      return { part, text, is_open: unresolved.size > 0, has_recovered };
    });
    await pool.query(UPSERT_PARTS, [JSON.stringify(records)]);
    for (const { part, text, has_recovered: isRecoveryStored } of records) {
      const state = getErrors(part);
      if (state.unsent === text) state.unsent = null;
      if (isRecoveryStored) state.hasRecovered = false;
    }
  }

  return {
    /** Returns the logger for a part. Errors reported through it are logged, and stored with the next heartbeat. */
    getLogger: (part: string): WorkerLogger => ({
      info: (fields, message) => logger.info(fields, message),
      error: (fields, message, subject = message) => {
        const state = getErrors(part);
        state.unresolved.set(subject, performance.now());
        state.unsent = formatError(fields, message);
        state.hasRecovered = false;
        logger.error(fields, message, subject);
      },
      recovered: (subject) => {
        const state = getErrors(part);
        if (state.unresolved.delete(subject) && state.unresolved.size === 0) state.hasRecovered = true;
      },
    }),
    start: (parts: readonly string[]): Worker =>
      runRepeatedly(
        () => storeHeartbeat(parts),
        BEAT_INTERVAL_MS,
        (error) => logger.error({ err: error }, 'heartbeat failed'),
      ),
  };
}

/** If one process has recovered while another is failing, the next heartbeat of the latter clears `recovered_at`. */
const UPSERT_PARTS = `
  INSERT INTO engine.parts AS stored (name, seen_at, complaint, complained_at, recovered_at)
  SELECT part, clock_timestamp(), text, CASE WHEN text IS NOT NULL THEN clock_timestamp() END,
    CASE WHEN has_recovered THEN clock_timestamp() END
  FROM json_to_recordset($1) AS heartbeat (part text, text text, is_open boolean, has_recovered boolean) ORDER BY part
  ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at,
    complaint = coalesce(excluded.complaint, stored.complaint),
    complained_at = coalesce(excluded.complained_at, stored.complained_at),
    recovered_at = CASE
      WHEN excluded.name = ANY (SELECT part FROM json_to_recordset($1) AS heartbeat (part text, is_open boolean) WHERE is_open)
        THEN NULL
      ELSE coalesce(excluded.recovered_at, stored.recovered_at) END`;
