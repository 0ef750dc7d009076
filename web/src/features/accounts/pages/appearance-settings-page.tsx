import { useTranslation } from '../../../i18n/index.ts';
import { LanguageSection } from '../settings/language-section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ThemeSection } from '../settings/theme-section.tsx';

/** /settings/appearance: language and theme of this browser. */
export function AppearanceSettingsPage() {
  const { t } = useTranslation('accounts');
  return (
    <SettingsFrame title={t('settings.appearance')}>
      <LanguageSection />
      <ThemeSection />
    </SettingsFrame>
  );
}
