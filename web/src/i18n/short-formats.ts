import { createDateFormat } from './formats.ts';
import { cachePerLanguage, getCurrentLanguage } from './i18n.ts';

const getShortDayFormat = createDateFormat({ dateStyle: 'medium' });
const getTimeFormat = createDateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats a date in short form in the local time zone, as in 'Nov 21, 2026'. */
export const formatShortDay = (instant: string): string => getShortDayFormat().format(new Date(instant));

/** Formats hour and minute in the local time zone, as in '09:30'. */
export const formatTime = (instant: string): string => getTimeFormat().format(new Date(instant));

const createUtcFormat = (options: Intl.DateTimeFormatOptions) =>
  cachePerLanguage(
    // British English, because it puts the day before the month.
    (language) =>
      new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: 'UTC' }),
  );

const getDayAndMonthFormat = createUtcFormat({ day: 'numeric', month: 'short' });
const getDayOfMonthFormat = createUtcFormat({ day: 'numeric' });
const getWeekdayFormat = createUtcFormat({ weekday: 'short' });

/** Formats a date without its year: `2026-11-21` becomes '21 Nov'. */
export function formatDayAndMonth(date: string): string {
  const text = getDayAndMonthFormat().format(new Date(date));
  // Some versions of the locale data return 'Sept'.
  return getCurrentLanguage() === 'en' ? text.replace('Sept', 'Sep') : text;
}

/** Formats a date as its abbreviated day of the week, as in 'Sat'. */
export const formatWeekday = (date: string): string => getWeekdayFormat().format(new Date(date));

/** Formats a date range, as in '28 Nov - 4 Dec', or '15 - 21 Nov' within one month. */
export function formatDayRange(from: string, to: string): string {
  const sameMonth = from.slice(0, 7) === to.slice(0, 7);
  const firstDay = sameMonth ? getDayOfMonthFormat().format(new Date(from)) : formatDayAndMonth(from);
  return `${firstDay} - ${formatDayAndMonth(to)}`;
}
