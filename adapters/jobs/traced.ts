import type { Job, JobKind } from '../../domain/ports/jobs.ts';
import type { Traceparent, Tracing } from '../../domain/ports/tracing.ts';

/** Makes an attempt at a job within a span that continues the trace of whoever wanted it. */
export const attemptTraced = (
  tracing: Tracing,
  { name, run }: JobKind,
  { id, data, attempt }: Job,
  traceparent: Traceparent | undefined,
): Promise<unknown> => {
  const attributes = { 'kindra.job': name, 'kindra.job.attempt': attempt };
  const start = () => ({ kind: 'consumer', attributes, causes: [traceparent] }) as const;
  return tracing.span(`job ${name}`, start, () => run({ id, data, attempt }));
};
