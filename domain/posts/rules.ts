import { defineProblem, type Problem } from '../kernel/problem.ts';
import { forbiddenCharacters } from '../kernel/problems.ts';
import { countCodePoints, hasForbiddenCharacters } from '../kernel/text.ts';

export const missingPost = defineProblem('POST_NOT_FOUND', 'The post to load does not exist.');

/** Maximum post length, in characters. */
export const POST_TEXT_LIMIT = 300;

export const postEmpty = defineProblem('POST_EMPTY', 'The post cannot be empty.');
export const postTooLong = defineProblem('POST_TOO_LONG', 'The post cannot exceed {limit} characters.', {
  limit: POST_TEXT_LIMIT,
});

/** Checks the cleaned text of a post. */
export function checkPostText(text: string): Problem | null {
  if (text === '') return postEmpty;
  if (countCodePoints(text) > POST_TEXT_LIMIT) return postTooLong;
  return hasForbiddenCharacters(text, { multiline: true }) ? forbiddenCharacters : null;
}
