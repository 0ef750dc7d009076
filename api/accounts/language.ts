import type { Context } from 'koa';
import { LANGUAGES, type Language } from '../../domain/kernel/language.ts';

/** Returns the email language that a client prefers, or English if it prefers no supported language. */
export const getLanguage = (http: Pick<Context, 'acceptsLanguages'>): Language =>
  (http.acceptsLanguages(...LANGUAGES) || 'en') as Language;
