import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { AuditOverview } from '../../api/audit.ts';
import { formatEuros, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { CoinAmount } from './components.tsx';
import { getAccountPath } from './paths.ts';

const FIGURES = [
  { name: 'inCirculation', to: '/dashboard/audit/trial-balance' },
  { name: 'inWallets', to: '/dashboard/audit/trial-balance' },
  { name: 'inEscrow', to: '/dashboard/audit/trial-balance' },
  { name: 'waitingForRefund', to: '/dashboard/audit/entries?type=REFUND' },
  { name: 'atProvider', to: getAccountPath('stripe:clearing') },
] as const;

/** Where all coins are held, in coins and euros. Each figure links to its accounts. */
export function OverviewFigures({ overview }: { readonly overview: AuditOverview }) {
  const { t } = useTranslation('audit');
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('overview.title')}
      </h2>
      <dl className={styles.sums}>
        {FIGURES.map(({ name, to }) => (
          <div key={name}>
            <dt>
              <Link to={to}>{t(`overview.figures.${name}`)}</Link>
            </dt>
            <dd>
              <CoinAmount coins={overview[name]} />
            </dd>
            <dd className={styles.euros}>{formatEuros(overview[name])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
