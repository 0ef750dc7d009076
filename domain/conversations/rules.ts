import { codePoints, FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from '../kernel/text.ts';

/** Most characters of a message; even of four bytes each they fit into a frame of the socket. */
export const MESSAGE_LIMIT = 2_000;

/** The sentence of the first check that a cleaned message's text fails, or null. */
export function messageProblem(text: string): string | null {
  if (text === '') return 'The message cannot be empty.';
  if (codePoints(text) > MESSAGE_LIMIT) return `The message cannot exceed ${MESSAGE_LIMIT} characters.`;
  return hasForbiddenCharacters(text, { multiline: true }) ? FORBIDDEN_CHARACTERS : null;
}
