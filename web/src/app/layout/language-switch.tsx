import { LANGUAGE_NAMES, LANGUAGES, useTranslation } from '../../i18n/index.ts';
import { useLanguageChoice } from '../../shared/use-language-choice.ts';
import styles from './side-menu.module.css';

/** Language selection. Also available to visitors, who have no settings. */
export function LanguageSwitch() {
  const { t } = useTranslation('app');
  const { chosen, choose } = useLanguageChoice();
  return (
    <fieldset className={styles.languages} aria-label={t('layout.language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={chosen === language}
          onClick={() => void choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </fieldset>
  );
}
