import { useId } from 'react';
import type { AuditOverview } from '../../api/audit.ts';
import { formatDayAndMonth, formatNumber, useTranslation } from '../../i18n/index.ts';
import { Card, classNames } from '../../ui/index.ts';
import styles from './audit.module.css';
import { CoinCell, LedgerTable } from './components.tsx';

type Weeks = AuditOverview['weeks'];

const SERIES = ['bought', 'donated'] as const;

function Bars({ weeks }: { readonly weeks: Weeks }) {
  const highestValue = Math.max(1, ...weeks.flatMap(({ bought, donated }) => [bought, donated]));
  return (
    <div className={styles.chart} aria-hidden="true">
      {weeks.map(({ week, ...coins }, index) => (
        <div key={week} className={styles.week}>
          {SERIES.map((series) => (
            <span
              key={series}
              className={classNames(styles.bar, styles[series])}
              style={{ height: `${(100 * coins[series]) / highestValue}%` }}
              title={`${formatDayAndMonth(week)}: ${formatNumber(coins[series])}`}
            />
          ))}
          {index % 2 !== weeks.length % 2 && (
            <span className={styles.weekLabel}>{formatDayAndMonth(week)}</span>
          )}
        </div>
      ))}
    </div>
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
        <LedgerTable label={t('weeks.table')} columns={['week', ...SERIES]}>
          {weeks.map(({ week, bought, donated }) => (
            <tr key={week}>
              <th scope="row">{formatDayAndMonth(week)}</th>
              <CoinCell coins={bought} />
              <CoinCell coins={donated} />
            </tr>
          ))}
        </LedgerTable>
      </details>
    </Card>
  );
}
