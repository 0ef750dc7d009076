import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** What is said of a post that is not there, or not any more. */
export const missingPost = { code: 'POST_NOT_FOUND', message: 'The post to load does not exist.' } as const;

/** Most characters of a post. */
export const POST_TEXT_LIMIT = 300;

/** The sentence of the first check that a cleaned post's text fails, or null. */
export function postTextProblem(text: string): string | null {
  if (text === '') return 'The post cannot be empty.';
  if (codePoints(text) > POST_TEXT_LIMIT) return `The post cannot exceed ${POST_TEXT_LIMIT} characters.`;
  return hasForbiddenCharacters(text, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}
