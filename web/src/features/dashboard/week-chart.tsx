import { formatDayAndMonth, formatNumber, formatWeekday } from '../../i18n/index.ts';
import styles from './analytics.module.css';

const HEIGHT = 72;
const BAR = 22;
const STEP = 32;
/** Minimum height of a bar, so that a day with value 0 is visible. */
const LEAST = 2;

export interface WeekChartProps {
  readonly days: readonly { readonly date: string; readonly value: number }[];
}

/** Bar chart of seven days, scaled to the highest value. Decorative: the numbers are in a table. */
export function WeekChart({ days }: WeekChartProps) {
  const highest = Math.max(1, ...days.map(({ value }) => value));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${STEP * days.length} ${HEIGHT + 20}`}
      aria-hidden="true"
      focusable="false"
    >
      {days.map(({ date, value }, index) => {
        const height = Math.max(LEAST, (HEIGHT * value) / highest);
        const x = STEP * index + (STEP - BAR) / 2;
        return (
          <g key={date} className={index === days.length - 1 ? styles.today : undefined}>
            <title>{`${formatDayAndMonth(date)}: ${formatNumber(value)}`}</title>
            <rect x={x} y={HEIGHT - height} width={BAR} height={height} rx={Math.min(4, height / 2)} />
            <text x={x + BAR / 2} y={HEIGHT + 15} textAnchor="middle">
              {formatWeekday(date).slice(0, 2)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
