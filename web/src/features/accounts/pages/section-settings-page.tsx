import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';

interface SectionSettingsPageProps {
  /** Key of the title among the texts of the settings. */
  readonly titleKey: 'messages' | 'notificationSettings';
  readonly children: ReactNode;
}

/** /settings/messages and /settings/notifications: settings that another feature renders. */
export function SectionSettingsPage({ titleKey, children }: SectionSettingsPageProps) {
  const { t } = useTranslation('accounts');
  return <SettingsLayout title={t(`settings.${titleKey}`)}>{children}</SettingsLayout>;
}
