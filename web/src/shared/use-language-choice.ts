import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { UNEXPECTED } from '../api/failure.ts';
import { chooseLanguage, type Language, useLanguage } from '../i18n/index.ts';
import { feedbackGiven } from '../state/feedback.ts';

/** The language that is chosen, at once and not only when its texts are there, and the way to choose another. */
export function useLanguageChoice() {
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
    setAwaited((now) => (now === chosen ? null : now));
  };

  return { chosen: awaited ?? language, choose };
}
