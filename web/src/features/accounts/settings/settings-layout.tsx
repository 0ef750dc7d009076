import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { PageHeading, useMinWidth, WIDE_MIN_WIDTH } from '../../../ui/index.ts';
import styles from './settings.module.css';

/** Layout of a settings page. Narrow windows show a link back to the settings list. */
export function SettingsLayout({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('accounts');
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        {!isWide && <BackLink to="/settings">{t('settings.title')}</BackLink>}
        <PageHeading>{title}</PageHeading>
      </div>
      {children}
    </div>
  );
}
