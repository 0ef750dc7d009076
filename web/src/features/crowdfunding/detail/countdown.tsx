import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { getTimeLeft } from '../../../shared/crowdfunding/time-left.ts';
import { getRenderedPage } from '../../../state/rendered-page.ts';
import styles from './countdown.module.css';

const TICK_MS = 1000;

/** Returns the current time in milliseconds, rounded down to whole seconds and updated every second until `end`. */
function useCurrentSecond(end: number | null): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (end === null || Date.now() >= end) return () => {};
      const timer = setInterval(() => {
        listener();
        if (Date.now() >= end) clearInterval(timer);
      }, TICK_MS);
      return () => clearInterval(timer);
    },
    [end],
  );
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / TICK_MS) * TICK_MS,
    () => getRenderedPage().now,
  );
}

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

/** Countdown to an end date. Shows zero after the end date, or 'Finished' if there is no end date. */
export function Countdown({ endDate }: { readonly endDate: string | null }) {
  const { t } = useTranslation('crowdfunding');
  const end = endDate === null ? null : Date.parse(endDate);
  const timeLeft = getTimeLeft(end, useCurrentSecond(end));
  if (end === null) return <p className={styles.finished}>{t('finished')}</p>;
  return (
    <div className={styles.countdown} role="timer" aria-label={t('timeLeft')}>
      {UNITS.map((unit) => (
        <span key={unit} className={styles.unit}>
          <strong>{String(timeLeft[unit]).padStart(2, '0')}</strong>
          <span>{t(`units.${unit}`, { count: timeLeft[unit] })}</span>
        </span>
      ))}
    </div>
  );
}
