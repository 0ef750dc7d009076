import type { Problem } from '../../../../../contract/problems.ts';
import {
  checkName,
  checkNickname,
  sameNickname,
  sameProfileName,
} from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';

/** The names of a profile that can be changed. */
export type NameKind = 'profileName' | 'nickname';

const RULES = {
  profileName: { problem: checkName, same: sameProfileName },
  nickname: { problem: checkNickname, same: sameNickname },
} as const;

/** Returns the error of a new name, or null. */
export function validateNewName(kind: NameKind, typed: string, current: string): Problem | null {
  const name = cleanText(typed);
  return name === current ? RULES[kind].same : RULES[kind].problem(name);
}
