import { defineProblem } from './problem.ts';

/** Problems shared by several contexts. */
export const profileNotFound = defineProblem('PROFILE_NOT_FOUND', 'The profile does not exist.');
export const forbiddenCharacters = defineProblem(
  'FORBIDDEN_CHARACTERS',
  'The text contains characters that are not allowed.',
);
export const ownContent = defineProblem('OWN_CONTENT', 'You cannot take down or restore your own content.');
export const alreadyTakenDown = defineProblem('ALREADY_TAKEN_DOWN', 'It has been taken down already.');
export const notTakenDown = defineProblem('NOT_TAKEN_DOWN', 'It has not been taken down.');
