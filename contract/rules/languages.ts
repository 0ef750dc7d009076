import { LANGUAGES, type Language } from '../../domain/kernel/language.ts';

export { LANGUAGES, type Language };

/** Returns whether a value is the code of a supported language. */
export const isLanguage = (tag: unknown): tag is Language => LANGUAGES.includes(tag as Language);

/** URL parameter that selects the language of a page. */
export const LANGUAGE_PARAMETER = 'lang';
