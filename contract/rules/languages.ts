/** Languages of the web client; the first is the fallback. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (tag: unknown): tag is Language => LANGUAGES.includes(tag as Language);

/** Parameter of a page's address that chooses its language. */
export const LANGUAGE_PARAMETER = 'lang';
