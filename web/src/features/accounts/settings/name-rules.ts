import { cleanText, nameProblem, nicknameProblem } from '../../../../../api/contract/rules.ts';

/** The names of a profile that can be changed. */
export type NameKind = 'profileName' | 'nickname';

const RULES = {
  profileName: {
    problem: nameProblem,
    same: 'The new profile name is the same as the current one.',
  },
  nickname: {
    problem: nicknameProblem,
    same: 'The new nickname is the same as the current one.',
  },
} as const;

/** What is wrong with a new name, or null. */
export function newNameProblem(kind: NameKind, typed: string, current: string): string | null {
  const name = cleanText(typed);
  return name === current ? RULES[kind].same : RULES[kind].problem(name);
}

/** The sentence after a change. */
export const changedSentence = (kind: NameKind): string =>
  `${kind === 'profileName' ? 'Profile name' : 'Nickname'} changes successfully completed.`;
