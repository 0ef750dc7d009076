import { type Day, isRealDay } from '../kernel/ids.ts';
import { cleanText, codePoints, hasForbiddenCharacters } from '../kernel/text.ts';

/** What is said of an account that is not there, or not any more. */
export const missingProfile = { code: 'PROFILE_NOT_FOUND', message: 'The profile does not exist.' } as const;

/** Each rule takes a cleaned text and answers with the sentence of the first check that fails, or null. */
type Rule = (text: string) => string | null;

const outside = (text: string, least: number, most: number): boolean =>
  codePoints(text) < least || codePoints(text) > most;

const NAME = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u;

/** Some letters and marks show nothing. */
const isName = (text: string): boolean => NAME.test(text) && !hasForbiddenCharacters(text);

/** Combining marks alone are no name: a mark belongs to a letter. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** Names a person signs in with. */
export const usernameProblem: Rule = (text) => {
  if (text === '') return 'Username cannot be empty.';
  if (!/^[A-Za-z0-9çÇñÑ]+$/.test(text)) return 'Username can only contain letters and numbers.';
  return outside(text, 5, 18) ? 'Username must be between 5 and 18 characters.' : null;
};

/** A password is taken as it is typed, never trimmed. */
export const passwordProblem: Rule = (text) => {
  if (text === '') return 'Password cannot be empty.';
  const secure =
    !/\s/.test(text) &&
    !hasForbiddenCharacters(text) &&
    !outside(text, 8, 24) &&
    /\p{Lu}/u.test(text) &&
    /\p{Ll}/u.test(text) &&
    /\d/.test(text);
  return secure ? null : 'The password is not secure.';
};

/** Names of people, of organizations and of profiles. */
export const nameProblem: Rule = (text) => {
  if (text === '') return 'Name cannot be empty.';
  if (!isName(text)) return 'Name can only contain letters.';
  if (!hasLetter(text)) return 'Name must contain at least one letter.';
  return outside(text, 3, 20) ? 'Name must be between 3 and 20 characters.' : null;
};

/** Surnames may be left out. */
export const surnamesProblem: Rule = (text) => {
  if (text === '') return null;
  if (!isName(text)) return 'Surnames can only contain letters.';
  if (!hasLetter(text)) return 'Surnames must contain at least one letter.';
  return outside(text, 1, 60) ? 'Surnames must be at most 60 characters.' : null;
};

const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** An e-mail address as the HTML standard's input takes it, with a domain of two labels or more. */
export const emailProblem: Rule = (text) =>
  text.length <= 254 && EMAIL.test(text) ? null : 'Email must be valid.';

/** Letters are those of a username, since a nickname is at first the username. */
export const nicknameProblem: Rule = (text) => {
  if (!/^[A-Za-z0-9çÇñÑ_]*$/.test(text))
    return "The nickname cannot contain spaces or special characters (Except '_').";
  return outside(text, 5, 15) ? 'Nickname must be between 5 and 18 characters.' : null;
};

/** Whole years between two days. */
function ageOn(birthdate: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}

/** Whoever registers is 18 to 99 years old. */
export const birthdateProblem = (text: string, today: Day): string | null => {
  if (text === '') return 'Birthdate cannot be empty.';
  if (!isRealDay(text)) return 'Invalid birthdate format.';
  const age = ageOn(text, today);
  return age < 18 || age > 99 ? 'You must be between 18 and 99 years old.' : null;
};

/** Genders that a person may state. */
export const GENDERS = ['M', 'F', 'O'] as const;

/** Kinds of organizations. */
export const ORGANIZATION_CATEGORIES = ['SPA', 'WWF', 'IRF', 'OCE', 'MCS', 'FSC', 'NIH', 'OTHER'] as const;

/** Maximum length of an organization's website, in characters. */
export const WEBSITE_LIMIT = 200;

/** Maximum length of an organization's registration number, in characters. */
export const REGISTRATION_NUMBER_LIMIT = 50;

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && hostname.includes('.');
}

/** An http or https address without a user name in it; may be left out. */
export const websiteProblem: Rule = (text) => {
  if (text === '') return null;
  if (codePoints(text) > WEBSITE_LIMIT) return `The website cannot exceed ${WEBSITE_LIMIT} characters.`;
  return isWebAddress(text) && !hasForbiddenCharacters(text)
    ? null
    : 'The website must be an address that begins with http:// or https://.';
};

/** Letters, digits and the usual punctuation; may be left out. */
export const registrationNumberProblem: Rule = (text) => {
  if (text === '') return null;
  if (codePoints(text) > REGISTRATION_NUMBER_LIMIT)
    return `The registration number cannot exceed ${REGISTRATION_NUMBER_LIMIT} characters.`;
  return /^[\p{L}\p{M}\p{N} ./_-]+$/u.test(text) && /\p{N}/u.test(text) && !hasForbiddenCharacters(text)
    ? null
    : 'The registration number needs a digit, and can otherwise contain letters, spaces and . / _ -.';
};

/** The n-th nickname to try for a new account: its username, then with digits added. */
export const nicknameCandidate = (username: string, n: number): string =>
  n === 0 ? cleanText(username) : `${cleanText(username)}${n}`;
