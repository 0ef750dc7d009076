import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { internalError } from '../../../contract/problems.ts';
import { chooseLanguage, type Language, useLanguage } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';

/** Returns the chosen language, even before its texts are loaded, and a function to choose another one. */
export function useLanguageChoice() {
  const language = useLanguage();
  const [awaited, setAwaited] = useState<Language | null>(null);
  const dispatch = useDispatch();

  const choose = async (chosen: Language) => {
    setAwaited(chosen);
    try {
      await chooseLanguage(chosen);
    } catch {
      dispatch(feedbackAdded('bad', internalError));
    }
    setAwaited((now) => (now === chosen ? null : now));
  };

  return { chosen: awaited ?? language, choose };
}
