import { isValidDay } from '../../domain/kernel/ids.ts';
import { CommandFailed } from './console.ts';

const INSTANT_PATTERN = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses an option value: a day, which means midnight UTC, or a time with a time zone.
 * @throws CommandFailed if the value has another format or the day does not exist
 */
export function parseInstantOption(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, day] = INSTANT_PATTERN.exec(text) ?? [];
  const instant = new Date(day === undefined ? Number.NaN : text);
  if (day !== undefined && !isValidDay(day))
    throw new CommandFailed(`${name}: the day ${day} does not exist.`);
  if (Number.isNaN(instant.getTime()))
    throw new CommandFailed(
      `${name} must be a day (2026-11-21) or a time (2026-11-21T10:00:00Z), not "${text}".`,
    );
  return instant.toISOString();
}
