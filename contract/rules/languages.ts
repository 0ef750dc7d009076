/** Languages of the web client. The first one is the fallback. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: unknown): tag is Language => LANGUAGES.includes(tag as Language);

/** URL parameter that selects the language of a page. */
export const LANGUAGE_PARAMETER = 'lang';
