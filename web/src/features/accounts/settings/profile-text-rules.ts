import type { Problem } from '../../../../../contract/problems.ts';
import {
  BIO_LIMIT,
  checkBio,
  checkName,
  checkNickname,
  checkWebsite,
  sameNickname,
  sameProfileName,
} from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';

/** Profile texts that can be changed. */
export type ProfileText = 'profileName' | 'nickname' | 'bio' | 'website';

interface TextRules {
  readonly check: (text: string) => Problem | null;
  /** Error for an unchanged text. If there is none, an unchanged text can be saved. */
  readonly same?: Problem;
  /** Maximum length of a multi-line text, in characters. */
  readonly limit?: number;
  readonly isRequired?: boolean;
  readonly autoComplete?: 'name' | 'nickname' | 'url';
}

/** Validation rules for profile texts. */
export const PROFILE_TEXT_RULES: Readonly<Record<ProfileText, TextRules>> = {
  profileName: { check: checkName, same: sameProfileName, isRequired: true, autoComplete: 'name' },
  nickname: { check: checkNickname, same: sameNickname, isRequired: true, autoComplete: 'nickname' },
  bio: { check: checkBio, limit: BIO_LIMIT },
  website: { check: checkWebsite, autoComplete: 'url' },
};

/** Returns the error in a new text, or null. */
export function validateProfileText(kind: ProfileText, typed: string, current: string): Problem | null {
  const text = cleanText(typed);
  const { check, same } = PROFILE_TEXT_RULES[kind];
  return same && text === current ? same : check(text);
}
