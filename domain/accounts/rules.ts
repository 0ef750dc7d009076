import { type AccountId, type Day, isValidDay } from '../kernel/ids.ts';
import { getUrlHash } from '../kernel/picture.ts';
import { defineProblem, type Problem, type Rule } from '../kernel/problem.ts';
import { cleanText, countCodePoints, hasForbiddenCharacters } from '../kernel/text.ts';
import { createTextRule } from '../kernel/text-rule.ts';

export { profileNotFound } from '../kernel/problems.ts';

export const notApproved = defineProblem('NOT_APPROVED', 'Your organization account is awaiting approval.');
export const inactive = defineProblem('INACTIVE', 'Your account is deactivated');
export const banned = defineProblem('BANNED', 'Your account is banned');

export const usernameTaken = defineProblem('USERNAME_TAKEN', 'The username is already taken.');
export const nicknameTaken = defineProblem('NICKNAME_TAKEN', 'The nickname is already taken.');
export const emailTaken = defineProblem('EMAIL_TAKEN', 'The email is already registered.');
export const identityTaken = defineProblem('IDENTITY_TAKEN', 'This sign-in belongs to another account.');

export const accountNotActive = defineProblem(
  'ACCOUNT_NOT_ACTIVE',
  'Only an active account can become staff.',
);
export const accountNotDeactivated = defineProblem(
  'ACCOUNT_NOT_DEACTIVATED',
  'The account is not deactivated.',
);
export const notAwaitingApproval = defineProblem(
  'NOT_AWAITING_APPROVAL',
  'The organization is not awaiting approval.',
);
export const sameNickname = defineProblem(
  'SAME_NICKNAME',
  'The new nickname is the same as the current one.',
);
export const sameProfileName = defineProblem(
  'SAME_PROFILE_NAME',
  'The new profile name is the same as the current one.',
);
/** Possible lengths of a suspension, in days. */
export const SUSPENSION_DAYS = [1, 7, 30] as const;
/** Length of a suspension, in days. */
export type SuspensionDays = (typeof SUSPENSION_DAYS)[number];

export const cannotSuspend = defineProblem('CANNOT_SUSPEND', 'Only an active account can be suspended.');
export const staffCannotBeBanned = defineProblem('STAFF_CANNOT_BE_BANNED', 'Staff cannot be banned.');
export const deletionHasCrowdfundings = defineProblem(
  'DELETION_HAS_CROWDFUNDINGS',
  'An account with a pending or active crowdfunding cannot be deleted. Close or cancel it first.',
);
export const staffCannotBeErased = defineProblem('STAFF_CANNOT_BE_ERASED', 'Staff cannot be erased.');

/** Rule for a text normalized by `cleanText`. */
type TextRule = Rule<string>;

const isLengthOutside = (text: string, { least, most }: { least: number; most: number }): boolean =>
  countCodePoints(text) < least || countCodePoints(text) > most;

const NAME_PATTERN = /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u;

/** Returns whether a text is a valid name, without invisible letters or marks. */
const isName = (text: string): boolean => NAME_PATTERN.test(text) && !hasForbiddenCharacters(text);

/** Returns whether a text contains a letter. `isName` alone accepts combining marks without one. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

export const usernameEmpty = defineProblem('USERNAME_EMPTY', 'Username cannot be empty.');
export const usernameCharacters = defineProblem(
  'USERNAME_CHARACTERS',
  'Username can only contain letters and numbers.',
);
export const usernameLength = defineProblem(
  'USERNAME_LENGTH',
  'Username must be between {least} and {most} characters.',
  { least: 5, most: 18 },
);

/** Checks a username, which is the login name. */
export const checkUsername: TextRule = (text) => {
  if (text === '') return usernameEmpty;
  if (!/^[A-Za-z0-9çÇñÑ]+$/.test(text)) return usernameCharacters;
  return isLengthOutside(text, usernameLength.params) ? usernameLength : null;
};

export const passwordEmpty = defineProblem('PASSWORD_EMPTY', 'Password cannot be empty.');
export const passwordNotSecure = defineProblem('PASSWORD_NOT_SECURE', 'The password is not secure.');

export const passwordCommon = defineProblem(
  'PASSWORD_COMMON',
  'This password is one of the most common ones. Please choose another one.',
);

/** Checks a password without trimming or normalizing it. The API normalizes it to NFC first. */
export const checkPassword: TextRule = (text) => {
  if (text === '') return passwordEmpty;
  const secure =
    !/\s/.test(text) &&
    !hasForbiddenCharacters(text) &&
    !isLengthOutside(text, { least: 8, most: 24 }) &&
    /\p{Lu}/u.test(text) &&
    /\p{Ll}/u.test(text) &&
    /\d/.test(text);
  return secure ? null : passwordNotSecure;
};

export const nameEmpty = defineProblem('NAME_EMPTY', 'Name cannot be empty.');
export const nameCharacters = defineProblem('NAME_CHARACTERS', 'Name can only contain letters.');
export const nameWithoutLetter = defineProblem(
  'NAME_WITHOUT_LETTER',
  'Name must contain at least one letter.',
);
export const nameLength = defineProblem(
  'NAME_LENGTH',
  'Name must be between {least} and {most} characters.',
  { least: 3, most: 20 },
);

/** Checks the name of a person, organization or profile. */
export const checkName: TextRule = (text) => {
  if (text === '') return nameEmpty;
  if (!isName(text)) return nameCharacters;
  if (!hasLetter(text)) return nameWithoutLetter;
  return isLengthOutside(text, nameLength.params) ? nameLength : null;
};

export const surnamesCharacters = defineProblem('SURNAMES_CHARACTERS', 'Surnames can only contain letters.');
export const surnamesWithoutLetter = defineProblem(
  'SURNAMES_WITHOUT_LETTER',
  'Surnames must contain at least one letter.',
);
export const surnamesTooLong = defineProblem(
  'SURNAMES_TOO_LONG',
  'Surnames must be at most {limit} characters.',
  { limit: 60 },
);

/** Checks surnames, which can be empty. */
export const checkSurnames: TextRule = (text) => {
  if (text === '') return null;
  if (!isName(text)) return surnamesCharacters;
  if (!hasLetter(text)) return surnamesWithoutLetter;
  return countCodePoints(text) > surnamesTooLong.params.limit ? surnamesTooLong : null;
};

const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

export const emailInvalid = defineProblem('EMAIL_INVALID', 'Email must be valid.');

/** Checks an email address as the HTML standard does (`input type=email`), and requires at least two domain labels. */
export const checkEmail: TextRule = (text) =>
  text.length <= 254 && EMAIL_PATTERN.test(text) ? null : emailInvalid;

export const nicknameCharacters = defineProblem(
  'NICKNAME_CHARACTERS',
  "The nickname cannot contain spaces or special characters (Except '_').",
);

/** Maximum length of a nickname, in characters. The specification requires a message that says 18. */
export const NICKNAME_LIMIT = 15;

export const nicknameLength = defineProblem(
  'NICKNAME_LENGTH',
  'Nickname must be between {least} and {most} characters.',
  { least: 5, most: 18 },
);

/** Checks a nickname. Allows the same letters as usernames, because the initial nickname is the username. */
export const checkNickname: TextRule = (text) => {
  if (!/^[A-Za-z0-9çÇñÑ_]*$/.test(text)) return nicknameCharacters;
  return isLengthOutside(text, { ...nicknameLength.params, most: NICKNAME_LIMIT }) ? nicknameLength : null;
};

function getAgeOn(birthdate: Day, today: Day): number {
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4));
  return today.slice(5) < birthdate.slice(5) ? years - 1 : years;
}

export const birthdateEmpty = defineProblem('BIRTHDATE_EMPTY', 'Birthdate cannot be empty.');
export const birthdateFormat = defineProblem('BIRTHDATE_FORMAT', 'Invalid birthdate format.');
export const ageOutOfRange = defineProblem(
  'AGE_OUT_OF_RANGE',
  'You must be between {least} and {most} years old.',
  { least: 18, most: 99 },
);

/** Checks that a person with the given birthdate is 18 to 99 years old. */
export const checkBirthdate = (text: string, today: Day): Problem | null => {
  if (text === '') return birthdateEmpty;
  if (!isValidDay(text)) return birthdateFormat;
  const age = getAgeOn(text, today);
  const { least, most } = ageOutOfRange.params;
  return age < least || age > most ? ageOutOfRange : null;
};

/** Genders that users can choose from. */
export const GENDERS = ['M', 'F', 'O'] as const;

export const ORGANIZATION_CATEGORIES = ['SPA', 'WWF', 'IRF', 'OCE', 'MCS', 'FSC', 'NIH', 'OTHER'] as const;

/** Maximum length of an organization's website, in characters. */
const WEBSITE_LIMIT = 200;

/** Maximum length of an organization's registration number, in characters. */
const REGISTRATION_NUMBER_LIMIT = 50;

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && hostname.includes('.');
}

export const websiteTooLong = defineProblem(
  'WEBSITE_TOO_LONG',
  'The website cannot exceed {limit} characters.',
  { limit: WEBSITE_LIMIT },
);
export const websiteInvalid = defineProblem(
  'WEBSITE_INVALID',
  'The website must be an address that begins with http:// or https://.',
);

/** Checks an optional website: an http or https URL without credentials. */
export const checkWebsite: TextRule = (text) => {
  if (text === '') return null;
  if (countCodePoints(text) > WEBSITE_LIMIT) return websiteTooLong;
  return isWebAddress(text) && !hasForbiddenCharacters(text) ? null : websiteInvalid;
};

/** Returns the stored form of a valid website: a URL with a lower-case ASCII host. */
export const normalizeWebsite = (text: string): string => (text === '' ? '' : new URL(text).href);

export const websiteForOrganizationsOnly = defineProblem(
  'WEBSITE_ONLY_OF_ORGANIZATIONS',
  'Only organizations can show a website.',
);

/** Maximum length of a bio, in characters. */
export const BIO_LIMIT = 160;

export const bioTooLong = defineProblem('BIO_TOO_LONG', 'The bio cannot exceed {limit} characters.', {
  limit: BIO_LIMIT,
});

/** Checks a bio, which can be empty. */
export const checkBio = createTextRule(bioTooLong, { multiline: true });

export const registrationNumberTooLong = defineProblem(
  'REGISTRATION_NUMBER_TOO_LONG',
  'The registration number cannot exceed {limit} characters.',
  { limit: REGISTRATION_NUMBER_LIMIT },
);
export const registrationNumberInvalid = defineProblem(
  'REGISTRATION_NUMBER_INVALID',
  'The registration number must contain a digit, and can also contain letters, spaces and . / _ -.',
);

/** Checks an optional registration number: letters, spaces and `. / _ -`, with at least one digit. */
export const checkRegistrationNumber: TextRule = (text) => {
  if (text === '') return null;
  if (countCodePoints(text) > REGISTRATION_NUMBER_LIMIT) return registrationNumberTooLong;
  return /^[\p{L}\p{M}\p{N} ./_-]+$/u.test(text) && /\p{N}/u.test(text) && !hasForbiddenCharacters(text)
    ? null
    : registrationNumberInvalid;
};

/** Returns the n-th nickname candidate for a new account: the username, followed by n unless n is 0. */
export const createNicknameCandidate = (username: string, n: number): string =>
  n === 0 ? cleanText(username) : `${cleanText(username)}${n}`;

/** Returns the path of the password reset page. Browsers do not send the fragment, the token, to servers. */
export const getPasswordResetPath = (token: string): string => `/reset-password#${token}`;

/** Returns the path of the email verification page; see `getPasswordResetPath`. */
export const getEmailVerificationPath = (token: string): string => `/verify-email#${token}`;

/** Returns the path of the page that undoes an email change; see `getPasswordResetPath`. */
export const getUndoEmailChangePath = (token: string): string => `/undo-email-change#${token}`;

/** Days between a request to delete an account and its erasure. Logging in before then cancels the deletion. */
export const DELETION_DELAY_DAYS = 14;

/** Returns the `avatar` field of a response: the picture's URL, or nothing if there is no picture. */
export const toAvatarField = (
  accountId: AccountId,
  hash: string | null | undefined,
): { readonly avatar?: string } =>
  hash ? { avatar: `/api/profile/${accountId}/picture?hash=${getUrlHash({ imageHash: hash })}` } : {};
