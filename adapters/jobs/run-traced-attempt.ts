import type { JobKind } from '../../domain/ports/jobs.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';

/** Runs a job attempt in a tracing span. */
export const runTracedAttempt = (
  tracing: Tracing,
  { name, run }: JobKind,
  attempt: number,
): Promise<unknown> => {
  const attributes = { 'kindra.job': name, 'kindra.job.attempt': attempt };
  const createSpanStart = () => ({ kind: 'consumer', attributes, causes: [] }) as const;
  return tracing.runInSpan(`job ${name}`, createSpanStart, run);
};
