import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../theme/theme-choice.ts';
import { IconButton } from '../../ui/index.ts';

const LOOKS = {
  system: { Icon: Monitor, label: 'Theme: as on this device' },
  light: { Icon: Sun, label: 'Theme: light' },
  dark: { Icon: Moon, label: 'Theme: dark' },
} as const satisfies Record<Theme, unknown>;

/** A button that goes round the themes: as on the device, light, dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  const { Icon, label } = LOOKS[theme];

  const next = () => {
    const following = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    chooseTheme(following);
    setTheme(following);
  };

  return (
    <IconButton label={label} onClick={next}>
      <Icon size={20} />
    </IconButton>
  );
}
