import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { chooseTheme, chosenTheme, type Theme } from '../../../theme/theme-choice.ts';
import { Card } from '../../../ui/index.ts';
import styles from './settings.module.css';

const OFFERED = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
  { theme: 'system', label: 'System', Icon: Monitor },
] as const;

/** Chooses how Kindra looks in this browser. */
export function ThemeSection() {
  const [theme, setTheme] = useState<Theme>(chosenTheme);

  const choose = (chosen: Theme) => {
    chooseTheme(chosen);
    setTheme(chosen);
  };

  return (
    <Card as="section" className={styles.section} aria-labelledby="theme-title">
      <h2 id="theme-title">Theme</h2>
      <fieldset className={styles.themes} aria-labelledby="theme-title">
        {OFFERED.map(({ theme: offered, label, Icon }) => (
          <label key={offered} className={styles.theme}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme === offered}
              onChange={() => choose(offered)}
            />
            <Icon size={22} aria-hidden="true" />
            {label}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
