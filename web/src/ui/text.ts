/** A text of at most `limit` Unicode code points; a longer one is cut there and gets '...'. */
export function truncate(text: string, limit = 15): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}...`;
}

const UNITS = [
  { size: 1e9, suffix: 'B' },
  { size: 1e6, suffix: 'M' },
  { size: 1e3, suffix: 'K' },
] as const;

/** A count as people read it at a glance: 999, 1.23K, 4.50M, 1.00B. */
export function abbreviateNumber(count: number): string {
  const unit = UNITS.find(({ size }) => Math.abs(count) >= size);
  if (!unit) return String(count);
  const rounded = Math.round((count / unit.size) * 100) / 100;
  // Rounding must not carry into the next unit: 999,999 is 999.99K and not 1000.00K.
  const shown = unit.suffix === 'B' ? rounded : Math.min(rounded, 999.99);
  return `${shown.toFixed(2)}${unit.suffix}`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** How long ago an instant was, in words; both in milliseconds since 1970. */
export function relativeTime(instant: number, now: number): string {
  const past = now - instant;
  if (past < MINUTE) return 'a few seconds ago';
  if (past < HOUR) return ago(Math.floor(past / MINUTE), 'minute');
  if (past < DAY) return ago(Math.floor(past / HOUR), 'hour');
  if (past < MONTH) return ago(Math.floor(past / DAY), 'day');
  return ago(Math.floor(past / MONTH), 'month');
}

const fullDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
const dayOnly = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Day and time, as in 'November 21, 2026 at 9:30 AM', in the reader's time zone. */
export const formatDateTime = (instant: string): string => fullDate.format(new Date(instant));

/** The day, as in 'November 21, 2026', in the reader's time zone. */
export const formatDay = (instant: string): string => dayOnly.format(new Date(instant));

/** A noun with its plural unless the count is 1. */
export const pluralise = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);
