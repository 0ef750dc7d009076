import type { Position } from '../../../domain/kernel/event.ts';
import type { ProjectionStatus } from '../../../projections/engine/query.ts';
import { describeFailure } from '../describe-failure.ts';
import { BEHIND, type Problem } from './problem.ts';

/** Number of events that can still be unprocessed after a worker is killed. */
const MAX_EVENTS_BEHIND = 1_000;
/** Maximum lag in seconds. Used for logs whose positions do not count events. */
const MAX_SECONDS_BEHIND = 60;

const isNearHead = ({ lag, secondsBehind }: ProjectionStatus): boolean =>
  lag === null ? (secondsBehind ?? 0) <= MAX_SECONDS_BEHIND : lag <= MAX_EVENTS_BEHIND;

/** Returns why a projection is not catching up, or null if it is catching up or is close to the head. */
function findObstacle(status: ProjectionStatus, head: Position): string | null {
  const { state, position, failure } = status;
  if (state === 'ahead of the log') return 'the log has no event at this position';
  if (failure) return `its projection is ${describeFailure(failure)}`;
  if (isNearHead(status) && (position > 0 || head === 0)) return null;
  if (state === 'stopped' || state === 'worker too old') return 'no worker runs it';
  return state === 'stalled' ? 'it has made no progress for 30 s' : null;
}

/**
 * Reports read models that are stopped by an error, or that are far behind and not catching up. Their rows can match
 * their checkpoint and still be outdated.
 */
export const findLagProblems = (statuses: readonly ProjectionStatus[], head: Position): readonly Problem[] =>
  statuses.flatMap((status) => {
    const obstacle = findObstacle(status, head);
    const { name, position } = status;
    return obstacle === null
      ? []
      : [
          {
            kind: BEHIND,
            subject: name,
            expected: `the log up to ${head}`,
            actual: `the log up to ${position}, and ${obstacle}`,
          },
        ];
  });
