import { LANGUAGE_NAMES, LANGUAGES, useTranslation } from '../../../i18n/index.ts';
import { useLanguageChoice } from '../../../shared/use-language-choice.ts';
import { Card, classNames } from '../../../ui/index.ts';
import styles from './settings.module.css';

/** Language selection for this browser. */
export function LanguageSection() {
  const { t } = useTranslation('accounts');
  const { chosen, choose } = useLanguageChoice();
  return (
    <Card as="section" className={styles.section} aria-labelledby="language-title">
      <h2 id="language-title">{t('settings.language')}</h2>
      <fieldset className={classNames(styles.themes, styles.languages)} aria-labelledby="language-title">
        {LANGUAGES.map((offered) => (
          <label key={offered} className={styles.theme} lang={offered}>
            <input
              type="radio"
              name="language"
              className="visually-hidden"
              checked={chosen === offered}
              onChange={() => void choose(offered)}
            />
            {LANGUAGE_NAMES[offered]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
