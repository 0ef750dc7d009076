import type { ProjectionFailure } from '../../projections/engine/query.ts';

/** Formats the error that stopped a projection as one line. */
export function describeFailure({ event, position, since, message }: ProjectionFailure): string {
  const location = event ? ` at event ${position} (${event})` : '';
  return `failing since ${since}${location}: ${message}`;
}
