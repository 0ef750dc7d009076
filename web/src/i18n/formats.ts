import { cachePerLanguage, getCurrentLanguage, i18n } from './i18n.ts';

/** Creates a date format for each language. */
export const createDateFormat = (options: Intl.DateTimeFormatOptions) =>
  cachePerLanguage((language) => new Intl.DateTimeFormat(language, options));

const getNumberFormat = cachePerLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }),
);
const getPercentFormat = cachePerLanguage(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }),
);
const getDateTimeFormat = createDateFormat({ dateStyle: 'long', timeStyle: 'short' });
const getDayFormat = createDateFormat({ dateStyle: 'long' });
const getUtcDayFormat = createDateFormat({ dateStyle: 'long', timeZone: 'UTC' });

/** Formats a whole number with digit grouping, as in '250,000'. */
export const formatNumber = (value: number): string => getNumberFormat().format(value);

/** Formats a whole percentage, as in '25%'. */
export const formatPercent = (percent: number): string => getPercentFormat().format(percent / 100);

/** Formats an instant as date and time in the local time zone, as in 'November 21, 2026 at 9:30 AM'. */
export const formatDateTime = (instant: string): string => getDateTimeFormat().format(new Date(instant));

/** Formats the date of an instant in the local time zone, as in 'November 21, 2026'. */
export const formatDay = (instant: string): string => getDayFormat().format(new Date(instant));

/** Formats a date that has no time zone: `1990-05-17` becomes 'May 17, 1990'. */
export const formatDate = (date: string): string => getUtcDayFormat().format(new Date(date));

const CENTS_PER_EURO = 100;

const getDecimalFormat = cachePerLanguage(
  (language) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Formats euro cents (1 cent is 1 coin), as in '1,250.50 €'. */
export const formatEuros = (cents: number): string =>
  `${getDecimalFormat().format(cents / CENTS_PER_EURO)} €`;

/** Formats euro cents like `formatEuros`, but omits the decimals of whole euros, as in '25 €'. */
export const formatWholeEuros = (cents: number): string =>
  cents % CENTS_PER_EURO === 0 ? `${formatNumber(cents / CENTS_PER_EURO)} €` : formatEuros(cents);

const getCompactFormat = cachePerLanguage(
  (language) =>
    new Intl.NumberFormat(language, {
      notation: 'compact',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
);

const UNITS = [
  { size: 1e9, suffix: 'B' },
  { size: 1e6, suffix: 'M' },
  { size: 1e3, suffix: 'K' },
] as const;

/** Abbreviates a count: 999, 1.23K, 4.50M, 1.00B. Other languages use their own units. */
export function abbreviateNumber(count: number): string {
  const unit = UNITS.find(({ size }) => Math.abs(count) >= size);
  if (!unit) return String(count);
  if (getCurrentLanguage() !== 'en') return getCompactFormat().format(count);
  const roundedCount = Math.round((count / unit.size) * 100) / 100;
  // Rounding must not carry into the next unit: 999,999 is 999.99K and not 1000.00K.
  const shownNumber = unit.suffix === 'B' ? roundedCount : Math.min(roundedCount, 999.99);
  return `${shownNumber.toFixed(2)}${unit.suffix}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** Formats the time between an instant and now in words. Both arguments are in milliseconds since 1970. */
export function formatRelativeTime(instant: number, now: number): string {
  const elapsedMs = now - instant;
  if (elapsedMs < MINUTE) return i18n.t('ui:ago.seconds');
  if (elapsedMs < HOUR) return i18n.t('ui:ago.minutes', { count: Math.floor(elapsedMs / MINUTE) });
  if (elapsedMs < DAY) return i18n.t('ui:ago.hours', { count: Math.floor(elapsedMs / HOUR) });
  if (elapsedMs < MONTH) return i18n.t('ui:ago.days', { count: Math.floor(elapsedMs / DAY) });
  return i18n.t('ui:ago.months', { count: Math.floor(elapsedMs / MONTH) });
}
