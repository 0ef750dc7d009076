import { useTranslation } from '../i18n/index.ts';
import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A decorative spinner. */
export function Spinner({ size = 'normal' }: { readonly size?: 'normal' | 'small' }) {
  return <span className={classNames(styles.spinner, size === 'small' && styles.small)} aria-hidden="true" />;
}

/** A centred spinner with a label for screen readers. */
export function Loading({ label }: { readonly label?: string }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.place} role="status">
      <Spinner />
      <span className="visually-hidden">{label ?? t('loading')}</span>
    </div>
  );
}
