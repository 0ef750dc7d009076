import { useTranslation } from '../../../i18n/index.ts';
import { AccountDeletion } from '../settings/account-deletion.tsx';
import { DataCopy } from '../settings/data-copy.tsx';
import { SettingsLayout } from '../settings/settings-layout.tsx';

/** /settings/data: data export and account deletion. */
export function DataSettingsPage() {
  const { t } = useTranslation('accounts');
  return (
    <SettingsLayout title={t('settings.data')}>
      <DataCopy />
      <AccountDeletion />
    </SettingsLayout>
  );
}
