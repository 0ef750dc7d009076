import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from '../../../i18n/index.ts';
import { chooseTheme, useTheme } from '../../../theme/theme-choice.ts';
import { Card } from '../../../ui/index.ts';
import styles from './settings.module.css';

const OFFERED = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: Monitor },
] as const;

/** Theme selection for this browser. */
export function ThemeSection() {
  const { t } = useTranslation('accounts');
  const theme = useTheme();

  return (
    <Card as="section" className={styles.section} aria-labelledby="theme-title">
      <h2 id="theme-title">{t('settings.theme')}</h2>
      <fieldset className={styles.themes} aria-labelledby="theme-title">
        {OFFERED.map(({ theme: offered, Icon }) => (
          <label key={offered} className={styles.theme}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme === offered}
              onChange={() => chooseTheme(offered)}
            />
            <Icon size={22} aria-hidden="true" />
            {t(`settings.themes.${offered}`)}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
