import type { ProjectionFailure } from '../../projections/engine/query.ts';

/** Since when a projection fails, at which event, and why. */
export function failureText({ event, position, since, message }: ProjectionFailure): string {
  const place = event ? ` at event ${position} (${event})` : '';
  return `failing since ${since}${place}: ${message}`;
}
