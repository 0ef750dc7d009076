const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });

const dayAndMonth = inUtc({ day: 'numeric', month: 'short' });
const weekday = inUtc({ weekday: 'short' });
const month = inUtc({ month: 'short' });
const dayOnly = inUtc({ day: 'numeric' });

// Some versions of the locale data write 'Sept'; the short month has three letters.
const withShortMonth = (text: string): string => text.replace('Sept', 'Sep');

/** A day as in '21 Nov'; the date is as in `2026-11-21`. */
export const dayText = (date: string): string => withShortMonth(dayAndMonth.format(new Date(date)));

/** The first letters of a day, as in 'Sat'. */
export const weekdayText = (date: string): string => weekday.format(new Date(date));

/** Two dates as in '28 Nov - 4 Dec'; the first one is only its day when both are in the same month: '15 - 21 Nov'. */
export function rangeText(from: string, to: string): string {
  const sameMonth = month.format(new Date(from)) === month.format(new Date(to));
  const first = sameMonth ? dayOnly.format(new Date(from)) : dayText(from);
  return `${first} - ${dayText(to)}`;
}
