import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { SettingsLayout } from '../settings/settings-layout.tsx';

interface SectionSettingsPageProps {
  readonly section: 'messages' | 'notifications';
  readonly children: ReactNode;
}

/** /settings/messages and /settings/notifications: settings that another feature renders. */
export function SectionSettingsPage({ section, children }: SectionSettingsPageProps) {
  const { t } = useTranslation('accounts');
  return <SettingsLayout title={t(`settings.${section}`)}>{children}</SettingsLayout>;
}
