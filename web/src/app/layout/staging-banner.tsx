import { useTranslation } from '../../i18n/index.ts';
import styles from './staging-banner.module.css';

/** The server marks the pages of a staging system, so that the banner needs no request and shifts no layout. */
const isStaging = (): boolean => document.documentElement.dataset.system === 'staging';

/** Banner on all pages of a staging system, where payments and sign-in are simulated. */
export function StagingBanner() {
  const { t } = useTranslation('app');
  if (!isStaging()) return null;
  return (
    <aside className={styles.banner} aria-label={t('staging.label')}>
      <p>{t('staging.text')}</p>
    </aside>
  );
}
