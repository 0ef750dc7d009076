import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';

interface SectionSettingsPageProps {
  /** Name of the title among the texts of the settings. */
  readonly title: 'messages' | 'notificationSettings';
  readonly children: ReactNode;
}

/** /settings/messages and /settings/notifications: settings that another feature renders. */
export function SectionSettingsPage({ title, children }: SectionSettingsPageProps) {
  const { t } = useTranslation('accounts');
  return <SettingsLayout title={t(`settings.${title}`)}>{children}</SettingsLayout>;
}
