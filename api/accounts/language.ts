import type { Context } from 'koa';
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts';

/** Returns the language that a client prefers, for emails; English if it prefers none of them. */
export const getLanguage = (http: Pick<Context, 'acceptsLanguages'>): Language =>
  (http.acceptsLanguages(...LANGUAGES) || 'en') as Language;
