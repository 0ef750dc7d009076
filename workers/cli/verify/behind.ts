import type { Position } from '../../../domain/kernel/event.ts';
import type { ProjectionStatus } from '../../../projections/engine/query.ts';
import { failureText } from '../failure-text.ts';
import type { Problem } from './problem.ts';

/** What a worker that was killed may leave undone. */
const FEW = 1_000;

/** What keeps a projection from coming up; null for one that does, or has no more than a little to do. */
function hindranceOf(status: ProjectionStatus, head: Position): string | null {
  const { state, position, lag, failure } = status;
  if (failure) return `its projection is ${failureText(failure)}`;
  if (lag <= FEW && (position > 0 || head === 0)) return null;
  if (state === 'stopped') return 'no worker runs it';
  return state === 'stalled' ? 'it has not moved for half a minute' : null;
}

/**
 * Read models that an error stops, or that are far behind or empty and do not come up: what they show is right up to where
 * they stand, and yet not what the log says.
 */
export const problemsOfLag = (statuses: readonly ProjectionStatus[], head: Position): readonly Problem[] =>
  statuses.flatMap((status) => {
    const hindrance = hindranceOf(status, head);
    const { name, position } = status;
    return hindrance === null
      ? []
      : [
          {
            kind: 'behind',
            subject: name,
            expected: `the log up to ${head}`,
            actual: `the log up to ${position}, and ${hindrance}`,
          },
        ];
  });
