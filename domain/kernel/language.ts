/** Languages of the web client and of emails. The first one is the fallback of the web client. */
export const LANGUAGES = ['en', 'es'] as const;
/** Code of a supported language. */
export type Language = (typeof LANGUAGES)[number];
