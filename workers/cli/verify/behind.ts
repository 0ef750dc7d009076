import type { Position } from '../../../domain/kernel/event.ts';
import type { ProjectionStatus } from '../../../projections/engine/query.ts';
import { failureText } from '../failure-text.ts';
import type { Problem } from './problem.ts';

/** Events that a worker that was killed may leave undone. */
const FEW = 1_000;
/** The same in seconds, where positions do not count events. */
const SOON = 60;

const isClose = ({ lag, secondsBehind }: ProjectionStatus): boolean =>
  lag === null ? (secondsBehind ?? 0) <= SOON : lag <= FEW;

/** What keeps a projection from coming up; null for one that does, or has no more than a little to do. */
function hindranceOf(status: ProjectionStatus, head: Position): string | null {
  const { state, position, failure } = status;
  if (state === 'ahead of the log') return 'the log does not have the event there';
  if (failure) return `its projection is ${failureText(failure)}`;
  if (isClose(status) && (position > 0 || head === 0)) return null;
  if (state === 'stopped' || state === 'worker too old') return 'no worker runs it';
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
