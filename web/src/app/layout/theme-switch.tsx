import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import { THEMES, type Theme } from '../../theme/stored-theme.ts';
import { chooseTheme, useTheme } from '../../theme/theme-choice.ts';
import { IconButton } from '../../ui/index.ts';

const ICONS = {
  system: Monitor,
  light: Sun,
  dark: Moon,
} as const satisfies Record<Theme, unknown>;

/** Button that switches between the system, light and dark themes. */
export function ThemeSwitch() {
  const theme = useTheme();
  const { t } = useTranslation('app');
  const Icon = ICONS[theme];

  const switchTheme = () => {
    const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    chooseTheme(nextTheme);
  };

  return (
    <IconButton label={t(`theme.${theme}`)} onClick={switchTheme}>
      <Icon size={20} />
    </IconButton>
  );
}
