import type { Problem, Rule } from './problem.ts';
import { forbiddenCharacters } from './problems.ts';
import { countCodePoints, hasForbiddenCharacters } from './text.ts';

/**
 * Creates a rule for texts normalized by `cleanText`. The maximum length, in characters, is a parameter of the problem
 * `tooLong`. Without `empty`, a text can be empty; with `multiline`, it can contain line breaks.
 */
// Lets the bundler drop the rules that a page does not use.
/* @__NO_SIDE_EFFECTS__ */
export function createTextRule(
  tooLong: Problem<string, { readonly limit: number }>,
  { empty, multiline = false }: { readonly empty?: Problem; readonly multiline?: boolean } = {},
): Rule<string> {
  return (text) => {
    if (text === '' && empty) return empty;
    if (countCodePoints(text) > tooLong.params.limit) return tooLong;
    return hasForbiddenCharacters(text, { multiline }) ? forbiddenCharacters : null;
  };
}
