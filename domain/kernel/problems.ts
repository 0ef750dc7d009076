import { problem } from './problem.ts';

/** Problems that several contexts report. */
export const missingProfile = problem('PROFILE_NOT_FOUND', 'The profile does not exist.');
export const forbiddenCharacters = problem(
  'FORBIDDEN_CHARACTERS',
  'The text contains characters that are not allowed.',
);
export const ownContent = problem('OWN_CONTENT', 'Nobody takes down or restores what is theirs.');
export const alreadyTakenDown = problem('ALREADY_TAKEN_DOWN', 'It has been taken down already.');
export const notTakenDown = problem('NOT_TAKEN_DOWN', 'It has not been taken down.');
