import { nicknameCandidate, nicknameProblem } from '../../domain/accounts/rules.ts';
import type { ProvenIdentity } from '../../domain/ports/identity.ts';

const NAME_LIMIT = 20;
const SURNAMES_LIMIT = 60;
/** Longest nickname, and how much of it is taken from what the provider tells: digits need room behind it. */
const NICKNAME_LIMIT = 15;
const BASE_LIMIT = 12;

const NO_LETTERS = /(?:[^\p{L}\p{M}]|\p{Default_Ignorable_Code_Point})+/gu;

/** Only letters that show and single spaces, as names are written here. */
const lettersOnly = (text: string, limit: number): string =>
  [...text.normalize('NFC').replace(NO_LETTERS, ' ').trim()].slice(0, limit).join('').trim();

/** The first of these that is long enough for a name. */
const firstName = (...texts: readonly (string | null)[]): string =>
  texts.map((text) => lettersOnly(text ?? '', NAME_LIMIT)).find((text) => [...text].length >= 3) ?? 'Friend';

function nicknameBase({ email, name }: ProvenIdentity): string {
  const [local = ''] = email.split('@');
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, BASE_LIMIT);
  return [plain(local), plain(name)].find((text) => nicknameProblem(text) === null) ?? 'friend';
}

/** The names of a new account whose person an identity provider knows, fit to the rules of names here. */
export function identityNames(person: ProvenIdentity) {
  const name = firstName(person.givenName, person.name, person.email.split('@')[0] ?? null);
  const base = nicknameBase(person);
  return {
    name,
    surnames: lettersOnly(person.familyName ?? '', SURNAMES_LIMIT),
    nicknameCandidate: (n: number) => nicknameCandidate(base.slice(0, NICKNAME_LIMIT - String(n).length), n),
  };
}
