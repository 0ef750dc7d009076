import { i18n } from '../../i18n/index.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time until an instant, in whole units. Never negative. */
interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Returns the time until `end`, or zero if `end` is null. Both arguments are in milliseconds since 1970. */
export function getTimeLeft(end: number | null, now: number): TimeLeft {
  const leftMs = end === null ? 0 : Math.max(0, end - now);
  return {
    days: Math.floor(leftMs / DAY_MS),
    hours: Math.floor((leftMs % DAY_MS) / HOUR_MS),
    minutes: Math.floor((leftMs % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((leftMs % MINUTE_MS) / SECOND_MS),
  };
}

/** Returns the remaining time in its largest unit, rounded up: a 7-day campaign starts with '7 days left'. */
export function formatTimeLeft(end: number, now: number): string {
  const leftMs = end - now;
  if (leftMs <= 0) return i18n.t('shared:campaign.left.over');
  if (leftMs > DAY_MS) return i18n.t('shared:campaign.left.days', { count: Math.ceil(leftMs / DAY_MS) });
  if (leftMs > HOUR_MS) return i18n.t('shared:campaign.left.hours', { count: Math.ceil(leftMs / HOUR_MS) });
  if (leftMs >= MINUTE_MS)
    return i18n.t('shared:campaign.left.minutes', { count: Math.ceil(leftMs / MINUTE_MS) });
  return i18n.t('shared:campaign.left.seconds');
}
