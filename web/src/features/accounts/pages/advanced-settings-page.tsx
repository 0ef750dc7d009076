import { LogOut, UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Card, ConfirmDialog } from '../../../ui/index.ts';
import styles from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';
import { useSessionEnd } from '../settings/use-session-end.ts';

/** /settings/advanced-management: logout and account deactivation. */
export function AdvancedSettingsPage() {
  const { t } = useTranslation('accounts');
  const { isLoggingOut, isDeactivating, logOut, deactivate } = useSessionEnd();
  const [isConfirming, setConfirming] = useState(false);

  return (
    <SettingsLayout title={t('settings.advanced')}>
      <Card as="section" className={styles.section}>
        <h2>{t('settings.session')}</h2>
        <p>{t('settings.comeBack')}</p>
        <Button
          variant="secondary"
          icon={<LogOut size={18} aria-hidden="true" />}
          busy={isLoggingOut}
          onClick={() => void logOut()}
        >
          {t('settings.logOut')}
        </Button>
      </Card>
      <Card as="section" className={styles.section}>
        <h2>{t('settings.deactivation')}</h2>
        <p>{t('settings.deactivationText')}</p>
        <Button
          variant="danger"
          icon={<UserX size={18} aria-hidden="true" />}
          onClick={() => setConfirming(true)}
        >
          {t('settings.deactivate')}
        </Button>
      </Card>
      <ConfirmDialog
        open={isConfirming}
        title={t('settings.deactivateQuestion')}
        warning={t('settings.deactivateWarning')}
        confirm={t('settings.deactivate')}
        busy={isDeactivating}
        onConfirm={() => void deactivate().then((isDeactivated) => isDeactivated || setConfirming(false))}
        onClose={() => setConfirming(false)}
      />
    </SettingsLayout>
  );
}
