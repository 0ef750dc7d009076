import { formatDayAndMonth, formatNumber, formatWeekday } from '../../i18n/index.ts';
import styles from './analytics.module.css';

const HEIGHT = 72;
const BAR_WIDTH = 22;
const BAR_SPACING = 32;
/** Minimum bar height, so that a day with value 0 is visible. */
const MIN_BAR_HEIGHT = 2;

interface WeekChartProps {
  readonly days: readonly { readonly date: string; readonly value: number }[];
}

/** Bar chart for seven days, scaled to the highest value. Decorative: the numbers are also in a table. */
export function WeekChart({ days }: WeekChartProps) {
  const highestValue = Math.max(1, ...days.map(({ value }) => value));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${BAR_SPACING * days.length} ${HEIGHT + 20}`}
      aria-hidden="true"
      focusable="false"
    >
      {days.map(({ date, value }, index) => {
        const height = Math.max(MIN_BAR_HEIGHT, (HEIGHT * value) / highestValue);
        const x = BAR_SPACING * index + (BAR_SPACING - BAR_WIDTH) / 2;
        return (
          <g key={date} className={index === days.length - 1 ? styles.today : undefined}>
            <title>{`${formatDayAndMonth(date)}: ${formatNumber(value)}`}</title>
            <rect x={x} y={HEIGHT - height} width={BAR_WIDTH} height={height} rx={Math.min(4, height / 2)} />
            <text x={x + BAR_WIDTH / 2} y={HEIGHT + 15} textAnchor="middle">
              {formatWeekday(date).slice(0, 2)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
