import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** Most characters of a post. */
export const POST_TEXT_LIMIT = 300;

/** The sentence of the first check that a cleaned post's text fails, or null. */
export function postTextProblem(text: string): string | null {
  if (text === '') return 'The post cannot be empty.';
  if (codePoints(text) > POST_TEXT_LIMIT) return `The post cannot exceed ${POST_TEXT_LIMIT} characters.`;
  return hasForbiddenCharacters(text, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}
