import { z } from 'zod';
import {
  checkBio,
  checkBirthdate,
  checkEmail,
  checkName,
  checkNickname,
  checkPassword,
  checkRegistrationNumber,
  checkSurnames,
  checkUsername,
  checkWebsite,
  GENDERS,
  nameEmpty,
  ORGANIZATION_CATEGORIES,
  passwordEmpty,
  profileNotFound,
  usernameEmpty,
} from '../domain/accounts/rules.ts';
import type { Problem, Rule } from '../domain/kernel/problem.ts';
import { normalizeText } from '../domain/kernel/text.ts';
import { brokenPicture } from '../domain/pictures/rules.ts';
import { defineCall, noContent } from './call.ts';
import { accountsEndpoints } from './endpoints/accounts.ts';
import {
  checkedText,
  confirmation,
  emailLanguage,
  failWith,
  failWithNotFound,
  idParameter,
  imageBase64,
  jpeg,
  optionalText,
  PICTURE_ERRORS,
} from './fields.ts';
import * as problems from './problems.ts';
import { authResponse, profile, sessionUser } from './shapes.ts';

const checkBirthdateAsOfToday: Rule<string> = (text) =>
  checkBirthdate(text, new Date().toISOString().slice(0, 10));

/** Fields of the account step in the registration form. */
export const profileData = z.object(
  {
    username: checkedText(checkUsername),
    password: checkedText(checkPassword, { isVerbatim: true }),
    email: checkedText(checkEmail),
  },
  failWith(usernameEmpty),
);

/** Fields of the personal data step in the registration form. */
export const personalData = z.object(
  {
    name: checkedText(checkName),
    surnames: optionalText(checkSurnames),
    birthdate: checkedText(checkBirthdateAsOfToday),
    gender: z.enum(GENDERS, failWith(problems.unknownGender)),
  },
  failWith(nameEmpty),
);

/** Fields of the organization step in the registration form. */
export const orgData = z.object(
  {
    orgName: checkedText(checkName),
    category: z.enum(ORGANIZATION_CATEGORIES, failWith(problems.unknownOrganizationCategory)),
    website: optionalText(checkWebsite),
    registrationNumber: optionalText(checkRegistrationNumber),
  },
  failWith(nameEmpty),
);

const nameTakenErrors = ['USERNAME_TAKEN', 'NICKNAME_TAKEN', 'EMAIL_TAKEN'] as const;
/** Codes of problems with an account that may not log in. */
export const loginForbiddenErrors = ['NOT_APPROVED', 'INACTIVE', 'BANNED'] as const;

export const registerUser = defineCall({
  ...accountsEndpoints.registerUser,
  summary: 'Registers a person and logs them in',
  audience: 'all',
  body: z.object({ profileData, personalData }),
  response: authResponse,
  errors: [...nameTakenErrors, 'PASSWORD_COMMON'],
});

export const registerOrganization = defineCall({
  ...accountsEndpoints.registerOrganization,
  summary: 'Registers an organization, which then awaits approval; the response is a 403 `NOT_APPROVED`',
  audience: 'all',
  body: z.object({ profileData, personalData, orgData }),
  response: authResponse,
  status: null,
  errors: [...nameTakenErrors, 'PASSWORD_COMMON', 'NOT_APPROVED'],
});

const credential = (empty: Problem) => z.string(failWith(empty)).min(1, failWith(empty));

export const login = defineCall({
  ...accountsEndpoints.login,
  summary: 'Logs in with username and password',
  audience: 'all',
  body: z.object({ username: credential(usernameEmpty), password: credential(passwordEmpty) }),
  response: authResponse,
  errors: ['INCORRECT_CREDENTIALS', 'LOGIN_LOCKED', 'SECOND_FACTOR_REQUIRED', ...loginForbiddenErrors],
});

export const logout = defineCall({
  ...accountsEndpoints.logout,
  summary: 'Logs out and revokes the token',
  audience: 'user',
  unthrottled: true,
  ...noContent,
});

export const googleLogin = defineCall({
  ...accountsEndpoints.googleLogin,
  summary: 'Returns the URL of the identity provider',
  audience: 'all',
  response: z.string(),
  responseType: 'text/plain',
  errors: ['IDENTITY_PROVIDER_UNAVAILABLE'],
});

/** The identity provider sends these parameters through the browser. */
const providerParameter = (missing: Problem, limit: number) =>
  z.string(failWith(missing)).min(1, failWith(missing)).max(limit, failWith(problems.signInFailed));

export const googleCode = defineCall({
  ...accountsEndpoints.googleCode,
  summary: 'Logs in with a code of the identity provider; creates the account the first time',
  audience: 'all',
  query: z.object({
    code: providerParameter(problems.signInCodeMissing, 2048),
    state: providerParameter(problems.signInStateMissing, 512),
  }),
  response: authResponse,
  errors: [
    'SIGN_IN_FAILED',
    'IDENTITY_PROVIDER_UNAVAILABLE',
    'SECOND_FACTOR_REQUIRED',
    ...loginForbiddenErrors,
  ],
});

/** A case-insensitive nickname, or an account id. A malformed value returns 404. */
export const profileKey = z
  .string()
  .overwrite(normalizeText)
  .refine((text) => /^[\p{L}\p{N}_-]{1,64}$/u.test(text), failWithNotFound(profileNotFound));

export const getProfile = defineCall({
  ...accountsEndpoints.getProfile,
  summary: 'Returns a profile by its nickname',
  audience: 'optional',
  params: z.object({ nickname: profileKey }),
  hasETag: true,
  response: profile,
  errors: ['PROFILE_NOT_FOUND'],
});

const PROFILE_TEXT_RULES = { profileName: checkName, bio: checkBio, website: checkWebsite };

export const updateProfile = defineCall({
  ...accountsEndpoints.updateProfile,
  summary: 'Changes the profile name, the bio or the website; an empty bio or website is removed',
  audience: 'user',
  body: z
    .object({
      type: z.enum(['profileName', 'bio', 'website'], failWith(problems.unknownProfileText)),
      newData: optionalText(() => null).transform((text = '') => text),
    })
    .superRefine(({ type, newData }, context) => {
      const problem = PROFILE_TEXT_RULES[type](newData);
      if (problem) context.addIssue({ code: 'custom', path: ['newData'], message: problem.code });
    }),
  response: sessionUser,
  condition: 'only organizations have a website',
  errors: ['SAME_PROFILE_NAME', 'WEBSITE_ONLY_OF_ORGANIZATIONS', 'WEBSITE_TOO_LONG'],
});

export const setProfilePicture = defineCall({
  ...accountsEndpoints.setProfilePicture,
  summary: 'Sets the picture of the profile, cropped to a square around its centre',
  audience: 'user',
  body: z.object({ imageBase64: imageBase64(brokenPicture) }),
  hasPicture: true,
  response: sessionUser,
  errors: [...PICTURE_ERRORS, 'PROFILE_NOT_FOUND'],
});

export const removeProfilePicture = defineCall({
  ...accountsEndpoints.removeProfilePicture,
  summary: 'Removes the picture of the profile',
  audience: 'user',
  response: sessionUser,
});

export const getProfilePicture = defineCall({
  ...accountsEndpoints.getProfilePicture,
  summary: 'Returns the picture of a profile, a square JPEG, unless the account or the picture is hidden',
  audience: 'all',
  params: z.object({ id: idParameter(profileNotFound) }),
  query: z.object({
    hash: z.string().optional().meta({
      description: 'As in the `avatar` of a profile. With it, the response may be cached for a year.',
    }),
  }),
  hasETag: true,
  response: jpeg,
  responseType: 'image/jpeg',
  errors: ['PROFILE_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const updateProfileAndToken = defineCall({
  ...accountsEndpoints.updateProfileAndToken,
  summary: 'Changes the nickname, returns a new token and revokes the old one',
  audience: 'user',
  body: z.object({
    type: z.literal('nickname', failWith(problems.onlyNickname)),
    newData: checkedText(checkNickname),
  }),
  response: authResponse,
  errors: ['SAME_NICKNAME', 'NICKNAME_TAKEN'],
});

export const deactivateProfile = defineCall({
  ...accountsEndpoints.deactivateProfile,
  summary: 'Deactivates the account and revokes all of its tokens',
  audience: 'user',
  response: confirmation,
});

/** Path parameters with an account id. */
export const accountParams = z.object({ id: idParameter(profileNotFound) });

export const changePassword = defineCall({
  ...accountsEndpoints.changePassword,
  summary: 'Changes the password, and ends all other sessions',
  audience: 'user',
  body: z.object({
    currentPassword: credential(passwordEmpty),
    newPassword: checkedText(checkPassword, { isVerbatim: true }),
    language: emailLanguage,
  }),
  ...noContent,
  errors: ['WRONG_PASSWORD', 'NO_PASSWORD', 'SAME_PASSWORD', 'PASSWORD_COMMON'],
});

export const forgotPassword = defineCall({
  ...accountsEndpoints.forgotPassword,
  summary:
    'Emails a link that sets a new password; the response does not depend on whether the address is known',
  audience: 'all',
  body: z.object({ email: checkedText(checkEmail), language: emailLanguage }),
  ...noContent,
  errors: ['EMAIL_INVALID'],
});

export const resetPassword = defineCall({
  ...accountsEndpoints.resetPassword,
  summary: 'Sets a new password with a one-time token, and ends all sessions',
  audience: 'all',
  body: z.object({
    token: z.string(failWith(problems.resetLinkInvalid)).max(100, failWith(problems.resetLinkInvalid)),
    password: checkedText(checkPassword, { isVerbatim: true }),
    language: emailLanguage,
  }),
  ...noContent,
  errors: ['RESET_LINK_INVALID', 'PASSWORD_COMMON'],
});
