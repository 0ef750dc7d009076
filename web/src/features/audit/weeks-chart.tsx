import { useId } from 'react';
import type { AuditOverview } from '../../api/audit.ts';
import { formatDayAndMonth, formatNumber, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { CoinAmount, type Column, LedgerTable } from './components.tsx';

type Weeks = AuditOverview['weeks'];

const SERIES = ['bought', 'donated'] as const;
const COLUMNS: readonly Column[] = [
  { name: 'week' },
  { name: 'bought', isNumeric: true },
  { name: 'donated', isNumeric: true },
];

const HEIGHT = 120;
/** Height of the labels below the bars. The labels are larger in narrow windows, which shrink the chart. */
const LABEL_HEIGHT = 24;
const BAR_WIDTH = 14;
const WEEK_WIDTH = 44;
/** Minimum bar height, so that a week without coins is visible. */
const MIN_BAR_HEIGHT = 1;

function Bars({ weeks }: { readonly weeks: Weeks }) {
  const highestValue = Math.max(1, ...weeks.flatMap(({ bought, donated }) => [bought, donated]));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WEEK_WIDTH * weeks.length} ${HEIGHT + LABEL_HEIGHT}`}
      aria-hidden="true"
      focusable="false"
    >
      {weeks.map((week, index) => (
        <g key={week.week}>
          {SERIES.map((series, bar) => {
            const height = Math.max(MIN_BAR_HEIGHT, (HEIGHT * week[series]) / highestValue);
            const x = WEEK_WIDTH * index + WEEK_WIDTH / 2 + (bar - 1) * (BAR_WIDTH + 1);
            return (
              <rect
                key={series}
                className={styles[series]}
                x={x}
                y={HEIGHT - height}
                width={BAR_WIDTH}
                height={height}
                rx={Math.min(3, height / 2)}
              >
                <title>{`${formatDayAndMonth(week.week)}: ${formatNumber(week[series])}`}</title>
              </rect>
            );
          })}
          {index % 2 === weeks.length % 2 ? null : (
            <text x={WEEK_WIDTH * (index + 0.5)} y={HEIGHT + 18} textAnchor="middle">
              {formatDayAndMonth(week.week)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Coins bought and donated per week: a chart, hidden from screen readers, and a table with the same figures. */
export function WeeksChart({ weeks }: { readonly weeks: Weeks }) {
  const { t } = useTranslation('audit');
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={styles.weeks}>
      <h2 id={id} className={styles.title}>
        {t('weeks.title')}
      </h2>
      <p className={styles.legend} aria-hidden="true">
        {SERIES.map((series) => (
          <span key={series} className={styles[series]}>
            {t(`columns.${series}`)}
          </span>
        ))}
      </p>
      <Bars weeks={weeks} />
      <details className={styles.filterBox}>
        <summary>{t('weeks.asTable')}</summary>
        <LedgerTable label={t('weeks.table')} columns={COLUMNS} stackedCells={1}>
          {weeks.map(({ week, bought, donated }) => (
            <tr key={week}>
              <th scope="row">{formatDayAndMonth(week)}</th>
              <td className={styles.right}>
                <CoinAmount coins={bought} />
              </td>
              <td className={styles.right}>
                <CoinAmount coins={donated} />
              </td>
            </tr>
          ))}
        </LedgerTable>
      </details>
    </Card>
  );
}
