import { Building2, HandCoins, type LucideIcon, PenLine, UserPlus } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type Analytics, useGetAnalyticsQuery } from '../../api/moderation.ts';
import { formatDayAndMonth, formatDayRange, formatNumber, useTranslation } from '../../i18n/index.ts';
import { AbbreviatedNumber, Card, Skeleton } from '../../ui/index.ts';
import styles from './analytics.module.css';
import { WeekChart } from './week-chart.tsx';

const WEEKLY_STATS = [
  { key: 'newUsers', Icon: UserPlus },
  { key: 'newPosts', Icon: PenLine },
  { key: 'donations', Icon: HandCoins },
] as const;

interface StatCardProps {
  readonly label: string;
  readonly value: number;
  readonly Icon: LucideIcon;
  readonly days?: readonly { readonly date: string; readonly value: number }[];
  readonly note: string;
  readonly previous?: number;
}

function StatCard({ label, value, Icon, days, note, previous }: StatCardProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Card className={styles.figure}>
      <dt className={styles.label}>
        <Icon size={18} aria-hidden="true" />
        {label}
      </dt>
      <dd className={styles.value}>
        <AbbreviatedNumber value={value} />
        <span className={styles.note}>{note}</span>
      </dd>
      {previous !== undefined && (
        <dd className={styles.note}>{t('week.before', { value: formatNumber(previous) })}</dd>
      )}
      {days && (
        <dd>
          <WeekChart days={days} />
        </dd>
      )}
    </Card>
  );
}

/** The numbers from the charts as a table for screen readers. */
function DayTable({ series }: Pick<Analytics, 'series'>) {
  const { t } = useTranslation('dashboard');
  return (
    // Hides the container, because a table cannot be narrower than its words.
    <div className="visually-hidden">
      <table>
        <caption>{t('week.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('week.day')}</th>
            {WEEKLY_STATS.map(({ key }) => (
              <th key={key} scope="col">
                {t(`figures.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatDayAndMonth(day.date)}</th>
              {WEEKLY_STATS.map(({ key }) => (
                <td key={key}>{formatNumber(day[key])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Placeholder as tall as the statistics, so that the lists below do not move when the statistics are loaded. */
const AnalyticsSkeleton = () => (
  <div className={styles.section}>
    <Skeleton width="14rem" height="1.75rem" />
    <div className={styles.figures}>
      {WEEKLY_STATS.map(({ key }) => (
        <Card key={key}>
          <Skeleton height="13.75rem" />
        </Card>
      ))}
      <Card>
        <Skeleton height="5.5rem" />
      </Card>
    </div>
    <Skeleton width="18rem" height="1.5rem" />
  </div>
);

/** Statistics for the last seven days. Empty if they cannot be loaded. */
export function AnalyticsSection() {
  const { t } = useTranslation('dashboard');
  const { data, isLoading } = useGetAnalyticsQuery(undefined, { refetchOnMountOrArgChange: true });
  const id = useId();
  if (isLoading) return <AnalyticsSkeleton />;
  if (!data) return null;
  const range = formatDayRange(data.from, data.to);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.heading}>
        {t('week.title')} <span className={styles.range}>{range}</span>
      </h2>
      <dl className={styles.figures}>
        {WEEKLY_STATS.map(({ key, Icon }) => (
          <StatCard
            key={key}
            label={t(`figures.${key}`)}
            value={data[key]}
            Icon={Icon}
            days={data.series.map((day) => ({ date: day.date, value: day[key] }))}
            note={key === 'donations' ? t('week.net', { value: formatNumber(data.netDonations) }) : range}
            previous={key === 'donations' ? data.previous.netDonations : data.previous[key]}
          />
        ))}
        <StatCard
          label={t('figures.totalOrgs')}
          value={data.totalOrgs}
          Icon={Building2}
          note={t('week.approved')}
        />
      </dl>
      <p className={styles.waiting}>
        <Link to="/dashboard/reports">{t('week.openReports', { count: data.openReports })}</Link>
        <Link to="/dashboard/audit/adjustments">
          {t('week.waitingAdjustments', { count: data.waitingAdjustments })}
        </Link>
      </p>
      <DayTable series={data.series} />
    </section>
  );
}
