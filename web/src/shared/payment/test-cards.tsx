import { useTranslation } from '../../i18n/index.ts';
import styles from './payment-form.module.css';

const CARDS = [
  ['4242 4242 4242 4242', 'paid'],
  ['4000 0025 0000 3155', 'challenge'],
  ['4000 0000 0005 0007', 'slow'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'poor'],
] as const;

/** List of test cards for the simulated payment provider. */
export function TestCards() {
  const { t } = useTranslation('wallet');
  return (
    <details className={styles.help}>
      <summary>{t('tests.title')}</summary>
      <dl className={styles.cards}>
        {CARDS.map(([number, outcome]) => (
          <div key={number}>
            <dt>{number}</dt>
            <dd>{t(`tests.${outcome}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('tests.rest')}</p>
    </details>
  );
}
