import type { ProjectionFailure } from '../../projections/engine/query.ts';

/** Describes the error that stops a projection, in one line. */
export function describeFailure({ event, position, since, message }: ProjectionFailure): string {
  const location = event ? ` at event ${position} (${event})` : '';
  return `failing since ${since}${location}: ${message}`;
}
