import { i18n } from '../../i18n/index.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time until an instant, in whole units; never negative. */
interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Computes the time until `end`; both in milliseconds since 1970. Zero without an end. */
export function getTimeLeft(end: number | null, now: number): TimeLeft {
  const left = end === null ? 0 : Math.max(0, end - now);
  return {
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / SECOND_MS),
  };
}

/** The time left in its largest unit, as in '12 days left'. */
export function formatTimeLeft(end: number, now: number): string {
  const { days, hours, minutes } = getTimeLeft(end, now);
  if (end <= now) return i18n.t('shared:campaign.left.over');
  if (days > 0) return i18n.t('shared:campaign.left.days', { count: days });
  if (hours > 0) return i18n.t('shared:campaign.left.hours', { count: hours });
  if (minutes > 0) return i18n.t('shared:campaign.left.minutes', { count: minutes });
  return i18n.t('shared:campaign.left.seconds');
}
