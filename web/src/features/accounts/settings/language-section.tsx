import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { UNEXPECTED } from '../../../api/failure.ts';
import {
  chooseLanguage,
  LANGUAGES,
  type Language,
  useLanguage,
  useTranslation,
} from '../../../i18n/index.ts';
import { feedbackGiven } from '../../../state/feedback.ts';
import { Card, classNames } from '../../../ui/index.ts';
import styles from './settings.module.css';

/** Each language in its own words, so that whoever speaks no other finds it. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Chooses the language that Kindra speaks in this browser. */
export function LanguageSection() {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  const [awaited, setAwaited] = useState<Language | null>(null);
  const dispatch = useDispatch();

  const choose = async (chosen: Language) => {
    setAwaited(chosen);
    try {
      await chooseLanguage(chosen);
    } catch {
      dispatch(feedbackGiven('bad', UNEXPECTED));
    }
    setAwaited(null);
  };

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
              checked={(awaited ?? language) === offered}
              onChange={() => void choose(offered)}
            />
            {NAMES[offered]}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
