const hourAndMinute = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** When a message was written: hour and minute for today, the date otherwise; in the reader's time zone. */
export function messageTime(timestamp: string, now: number): string {
  const written = new Date(timestamp);
  const today = written.toDateString() === new Date(now).toDateString();
  return (today ? hourAndMinute : date).format(written);
}
