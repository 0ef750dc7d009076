import { doubling } from '../../domain/kernel/doubling.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { LONGEST_RETRY_MS } from '../../domain/ports/jobs.ts';

/** What failed, and when it is tried again. It is known to this process alone: whoever takes over tries everything. */
export interface Retries {
  /** Whether it may be tried now. */
  readonly isDue: (id: Uuid) => boolean;
  /** It failed, once more: it waits twice as long as the last time. */
  readonly failed: (id: Uuid) => void;
  readonly succeeded: (id: Uuid) => void;
}

const FIRST_MS = 1_000;
/** What failed longest ago is forgotten behind so many others, and tried like anything else. */
const MOST = 100_000;

/** @param now milliseconds of a clock that never goes back */
export function createRetries(now: () => number = () => performance.now()): Retries {
  const waiting = new Map<Uuid, { readonly failures: number; readonly dueAt: number }>();
  return {
    isDue: (id) => (waiting.get(id)?.dueAt ?? 0) <= now(),
    failed: (id) => {
      const failures = (waiting.get(id)?.failures ?? 0) + 1;
      waiting.delete(id);
      waiting.set(id, { failures, dueAt: now() + doubling(FIRST_MS, LONGEST_RETRY_MS, failures) });
      if (waiting.size > MOST) waiting.delete(waiting.keys().next().value as Uuid);
    },
    succeeded: (id) => void waiting.delete(id),
  };
}
