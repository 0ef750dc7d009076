import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, useTranslation } from '../../../i18n/index.ts';
import { useLanguageChoice } from '../../../shared/use-language-choice.ts';
import { chooseTheme, useTheme } from '../../../theme/theme-choice.ts';
import { Card, classNames } from '../../../ui/index.ts';
import radio from '../radio-option.module.css';
import styles from '../settings/settings.module.css';
import { SettingsLayout } from '../settings/settings-layout.tsx';

const THEMES = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: Monitor },
] as const;

interface ChoiceProps {
  readonly name: 'language' | 'theme';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

function Choice({ name, className, children }: ChoiceProps) {
  const { t } = useTranslation('accounts');
  const id = `${name}-title`;
  return (
    <Card as="section" className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{t(`settings.${name}`)}</h2>
      <fieldset className={classNames(styles.themes, className)} aria-labelledby={id}>
        {children}
      </fieldset>
    </Card>
  );
}

/** /settings/appearance: language and theme in this browser. */
export function AppearanceSettingsPage() {
  const { t } = useTranslation('accounts');
  const { chosen, choose } = useLanguageChoice();
  const theme = useTheme();
  const input = { type: 'radio', className: 'visually-hidden' } as const;
  return (
    <SettingsLayout title={t('settings.appearance')}>
      <Choice name="language" className={styles.languages}>
        {LANGUAGES.map((option) => (
          <label key={option} className={classNames(radio.option, styles.theme)} lang={option}>
            <input
              {...input}
              name="language"
              checked={chosen === option}
              onChange={() => void choose(option)}
            />
            {LANGUAGE_NAMES[option]}
          </label>
        ))}
      </Choice>
      <Choice name="theme">
        {THEMES.map(({ theme: option, Icon }) => (
          <label key={option} className={classNames(radio.option, styles.theme)}>
            <input {...input} name="theme" checked={theme === option} onChange={() => chooseTheme(option)} />
            <Icon size={22} aria-hidden="true" />
            {t(`settings.themes.${option}`)}
          </label>
        ))}
      </Choice>
    </SettingsLayout>
  );
}
