import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';

/** /settings/messages: conversation settings. */
export function MessagesSettingsPage({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('accounts');
  return <SettingsLayout title={t('settings.messages')}>{children}</SettingsLayout>;
}
