import { foldCase } from '../domain/kernel/text.ts';

/** Escapes a text for use in a `LIKE` pattern. */
export const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Splits a search text into lowercase words. */
export const splitWords = (text: string): readonly string[] => foldCase(text).split(/\s+/).filter(Boolean);
