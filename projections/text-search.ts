import { foldCase } from '../domain/kernel/text.ts';

/** Escapes a text for use in a pattern of `LIKE`. */
export const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the words of a search text, in lower case. */
export const splitWords = (text: string): readonly string[] => foldCase(text).split(/\s+/).filter(Boolean);
