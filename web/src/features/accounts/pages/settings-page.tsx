import { Navigate, Outlet, useMatch } from 'react-router-dom';
import { useTranslation } from '../../../i18n/index.ts';
import { classNames, PageHeading, useMinWidth, WIDE_MIN_WIDTH } from '../../../ui/index.ts';
import styles from '../settings/settings.module.css';
import { SettingsList } from '../settings/settings-list.tsx';

/** /settings: the settings menu. In wide windows, the open page is beside it. */
export function SettingsPage() {
  const { t } = useTranslation('accounts');
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  const isListOnly = useMatch('/settings') !== null;
  if (isListOnly && isWide) return <Navigate to="/settings/account" replace />;
  return (
    <div className={classNames(styles.page, isWide && styles.wide)}>
      {isWide && (
        <div className={styles.list}>
          <p className={styles.listTitle}>{t('settings.title')}</p>
          <SettingsList />
        </div>
      )}
      {isListOnly ? (
        <div className={styles.list}>
          <PageHeading>{t('settings.title')}</PageHeading>
          <SettingsList />
        </div>
      ) : (
        <Outlet />
      )}
    </div>
  );
}
