import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { PageHeading, useMedia, WIDE_FROM } from '../../../ui/index.ts';
import styles from './settings.module.css';

/** What stands round one page of the settings; where the list is not beside it, there is a way back to it. */
export function SettingsFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation('accounts');
  const wide = useMedia(`(min-width: ${WIDE_FROM}px)`);
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        {!wide && <BackLink to="/settings">{t('settings.title')}</BackLink>}
        <PageHeading>{title}</PageHeading>
      </div>
      {children}
    </div>
  );
}
