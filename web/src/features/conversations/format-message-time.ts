import { formatShortDay, formatTime } from '../../i18n/index.ts';

/** Formats a message time in the local time zone: hour and minute for today, otherwise the date. */
export function formatMessageTime(timestamp: string, now: number): string {
  const isToday = new Date(timestamp).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(timestamp) : formatShortDay(timestamp);
}
