import type { VerifiedIdentity } from '../ports/identity.ts';
import {
  checkNickname,
  createNicknameCandidate,
  NICKNAME_LIMIT,
  nameLength,
  surnamesTooLong,
} from './rules.ts';

/** Maximum length of the part of a nickname that is taken from the provider's data. Digits may follow it. */
const NICKNAME_BASE_LIMIT = 12;

const NON_LETTERS = /(?:[^\p{L}\p{M}]|\p{Default_Ignorable_Code_Point})+/gu;

/** Replaces everything except visible letters with single spaces. */
const keepLetters = (text: string, limit: number): string =>
  [...text.normalize('NFC').replace(NON_LETTERS, ' ').trim()].slice(0, limit).join('').trim();

function findUsableName(...texts: readonly (string | null)[]): string {
  const { least, most } = nameLength.params;
  return (
    texts.map((text) => keepLetters(text ?? '', most)).find((text) => [...text].length >= least) ?? 'Friend'
  );
}

function deriveNicknameBase({ email, name }: VerifiedIdentity): string {
  const [local = ''] = email.split('@');
  const toAsciiAlphanumeric = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, NICKNAME_BASE_LIMIT);
  return (
    [toAsciiAlphanumeric(local), toAsciiAlphanumeric(name)].find((text) => checkNickname(text) === null) ??
    'friend'
  );
}

/** Derives valid names for a new account from identity provider data. */
export function deriveNames(person: VerifiedIdentity) {
  const name = findUsableName(person.givenName, person.name, person.email.split('@')[0] ?? null);
  const base = deriveNicknameBase(person);
  return {
    name,
    surnames: keepLetters(person.familyName ?? '', surnamesTooLong.params.limit),
    getNicknameCandidate: (n: number) =>
      createNicknameCandidate(base.slice(0, NICKNAME_LIMIT - String(n).length), n),
  };
}
