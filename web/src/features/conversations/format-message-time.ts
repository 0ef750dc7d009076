import { formatShortDay, formatTime } from '../../i18n/index.ts';

/** Returns the time of a message in the reader's time zone: hour and minute for today, otherwise the date. */
export function formatMessageTime(timestamp: string, now: number): string {
  const today = new Date(timestamp).toDateString() === new Date(now).toDateString();
  return today ? formatTime(timestamp) : formatShortDay(timestamp);
}
