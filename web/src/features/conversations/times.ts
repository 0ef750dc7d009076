import { formatShortDay, formatTime } from '../../i18n/index.ts';

/** When a message was written: hour and minute for today, the date otherwise; in the reader's time zone. */
export function messageTime(timestamp: string, now: number): string {
  const today = new Date(timestamp).toDateString() === new Date(now).toDateString();
  return today ? formatTime(timestamp) : formatShortDay(timestamp);
}
