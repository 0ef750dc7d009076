import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';

/** Wraps the read model progress to trace how long requests wait for it. */
export const traceReadModelWaits = <Progress extends ReadModelProgress>(
  tracing: Tracing,
  progress: Progress,
): Progress => ({
  ...progress,
  waitFor: (projections, position, waitMs) => {
    const wait = () => progress.waitFor(projections, position, waitMs);
    if (!tracing.getTraceparent()) return wait();
    const attributes = { 'kindra.projections': projections.join(' '), 'kindra.log.position': position };
    return tracing.runInSpan(
      'wait for read models',
      () => ({ attributes }),
      async (span) => {
        const isReached = await wait();
        span.set({ 'kindra.projections.reached': isReached });
        return isReached;
      },
    );
  },
});
