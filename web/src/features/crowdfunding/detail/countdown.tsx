import { useEffect, useState } from 'react';
import { timeLeft } from '../../../shared/campaign/time-left.ts';
import { pluralise } from '../../../ui/index.ts';
import styles from './countdown.module.css';

const TICK_MS = 1000;

/** The time, moving on each second until an end; both in milliseconds since 1970. */
function useSeconds(end: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (end === null || Date.now() >= end) return;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      if (time >= end) clearInterval(timer);
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [end]);
  return now;
}

function Unit({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <span className={styles.unit}>
      <strong>{String(value).padStart(2, '0')}</strong>
      <span>{pluralise(name, value)}</span>
    </span>
  );
}

/** Counts down to an end date, and stays at zeros afterwards. Without an end date it is finished. */
export function Countdown({ endDate }: { readonly endDate: string | null }) {
  const end = endDate === null ? null : Date.parse(endDate);
  const now = useSeconds(end);
  const { days, hours, minutes, seconds } = timeLeft(end, now);
  if (end === null) return <p className={styles.finished}>Finished</p>;
  return (
    <div className={styles.countdown} role="timer" aria-label="Time left">
      <Unit name="day" value={days} />
      <Unit name="hour" value={hours} />
      <Unit name="minute" value={minutes} />
      <Unit name="second" value={seconds} />
    </div>
  );
}
