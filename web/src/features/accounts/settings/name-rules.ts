import type { Problem } from '../../../../../contract/problems.ts';
import {
  nameProblem,
  nicknameProblem,
  sameNickname,
  sameProfileName,
} from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';

/** The names of a profile that can be changed. */
export type NameKind = 'profileName' | 'nickname';

const RULES = {
  profileName: { problem: nameProblem, same: sameProfileName },
  nickname: { problem: nicknameProblem, same: sameNickname },
} as const;

/** Error of a new name, or null. */
export function newNameProblem(kind: NameKind, typed: string, current: string): Problem | null {
  const name = cleanText(typed);
  return name === current ? RULES[kind].same : RULES[kind].problem(name);
}
