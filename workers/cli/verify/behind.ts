import type { Position } from '../../../domain/kernel/event.ts';
import type { ProjectionStatus } from '../../../projections/engine/query.ts';
import type { Problem } from './problem.ts';

/** What a worker that was killed may leave undone. */
const FEW = 1_000;

/**
 * Read models that are far behind, or empty, and that no worker brings up: what they show is right up to where they stand,
 * and yet not what the log says.
 */
export const problemsOfLag = (statuses: readonly ProjectionStatus[], head: Position): readonly Problem[] =>
  statuses
    .filter(({ state, position, lag }) => state === 'stopped' && (lag > FEW || (position === 0 && head > 0)))
    .map(({ name, position }) => ({
      kind: 'behind',
      subject: name,
      expected: `the log up to ${head}`,
      actual: `the log up to ${position}, and no worker runs it`,
    }));
