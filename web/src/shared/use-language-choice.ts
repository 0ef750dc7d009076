import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { internalError } from '../../../contract/problems.ts';
import { chooseLanguage, type Language, useLanguage } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';

/** Manages the language. `chosen` is the selected language even before its texts are loaded. */
export function useLanguageChoice() {
  const language = useLanguage();
  const [awaitedLanguage, setAwaitedLanguage] = useState<Language | null>(null);
  const dispatch = useDispatch();

  const choose = async (choice: Language) => {
    setAwaitedLanguage(choice);
    try {
      await chooseLanguage(choice);
    } catch {
      dispatch(feedbackAdded('bad', internalError));
    }
    setAwaitedLanguage((current) => (current === choice ? null : current));
  };

  return { chosen: awaitedLanguage ?? language, choose };
}
