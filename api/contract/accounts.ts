import { z } from 'zod';
import {
  birthdateProblem,
  emailProblem,
  GENDERS,
  missingProfile,
  nameProblem,
  nicknameProblem,
  ORGANIZATION_CATEGORIES,
  passwordProblem,
  registrationNumberProblem,
  surnamesProblem,
  usernameProblem,
  websiteProblem,
} from '../../domain/accounts/rules.ts';
import { call } from './call.ts';
import { done, idOf, optionalText, ruledText } from './fields.ts';
import { authResponse, profile, sessionUser } from './shapes.ts';

const birthdateProblemToday = (text: string): string | null =>
  birthdateProblem(text, new Date().toISOString().slice(0, 10));

/** What a wizard's step about the account asks. */
export const profileData = z.object(
  {
    username: ruledText('Username', usernameProblem),
    password: ruledText('Password', passwordProblem, { asTyped: true }),
    email: ruledText('Email', emailProblem),
  },
  { error: 'Username cannot be empty.' },
);

/** What a wizard's step about the person asks. */
export const personalData = z.object(
  {
    name: ruledText('Name', nameProblem),
    surnames: optionalText('Surnames', surnamesProblem),
    birthdate: ruledText('Birthdate', birthdateProblemToday),
    gender: z.enum(GENDERS, { error: 'Gender must be M, F or O.' }),
  },
  { error: 'Name cannot be empty.' },
);

/** What a wizard's step about the organization asks. */
export const orgData = z.object(
  {
    orgName: ruledText('Name', nameProblem),
    category: z.enum(ORGANIZATION_CATEGORIES, { error: 'Category must be one of those offered.' }),
    website: optionalText('The website', websiteProblem),
    registrationNumber: optionalText('The registration number', registrationNumberProblem),
  },
  { error: 'Name cannot be empty.' },
);

const takenNames = ['USERNAME_TAKEN', 'NICKNAME_TAKEN', 'EMAIL_TAKEN'];
const mayNotLogIn = ['NOT_APPROVED', 'INACTIVE', 'BANNED'];

export const registerUser = call({
  name: 'registerUser',
  context: 'accounts',
  summary: 'Registers a person and logs them in',
  method: 'POST',
  path: '/api/register/USER',
  who: 'all',
  body: z.object({ profileData, personalData }),
  answer: authResponse,
  idempotent: true,
  deviceToken: true,
  errors: takenNames,
});

export const registerOrganization = call({
  name: 'registerOrganization',
  context: 'accounts',
  summary: 'Registers an organization; it awaits approval, which the answer says as a 403',
  method: 'POST',
  path: '/api/register/ORG',
  who: 'all',
  body: z.object({ profileData, personalData, orgData }),
  answer: authResponse,
  idempotent: true,
  errors: [...takenNames, 'NOT_APPROVED'],
});

const credential = (name: string) =>
  z.string({ error: `${name} cannot be empty.` }).min(1, { error: `${name} cannot be empty.` });

export const login = call({
  name: 'login',
  context: 'accounts',
  summary: 'Logs in with username and password',
  method: 'POST',
  path: '/api/login',
  who: 'all',
  body: z.object({ username: credential('Username'), password: credential('Password') }),
  answer: authResponse,
  deviceToken: true,
  errors: ['INCORRECT_CREDENTIALS', 'LOGIN_LOCKED', ...mayNotLogIn],
});

export const logout = call({
  name: 'logout',
  context: 'accounts',
  summary: 'Ends the session; its token is refused from then on',
  method: 'POST',
  path: '/api/logout',
  who: 'user',
  unthrottled: true,
  answer: null,
  status: 204,
});

export const googleLogin = call({
  name: 'googleLogin',
  context: 'accounts',
  summary: 'Address of the identity provider to send the browser to',
  method: 'GET',
  path: '/api/google/login',
  who: 'all',
  answer: z.string(),
  answerType: 'text/plain',
  errors: ['IDENTITY_PROVIDER_UNAVAILABLE'],
});

/** What the identity provider gave the browser for us; so much of it at most. */
const fromProvider = (missing: string, limit: number) =>
  z
    .string({ error: missing })
    .min(1, { error: missing })
    .max(limit, { error: 'The sign-in did not succeed. Please try again.' });

export const googleCode = call({
  name: 'googleCode',
  context: 'accounts',
  summary: 'Logs in with the code that the identity provider sent back; the first time, creates the account',
  method: 'POST',
  path: '/api/google/code',
  who: 'all',
  idempotent: true,
  query: z.object({
    code: fromProvider('The code is missing.', 2048),
    state: fromProvider('The state is missing.', 512),
  }),
  answer: authResponse,
  errors: ['SIGN_IN_FAILED', 'IDENTITY_PROVIDER_UNAVAILABLE', ...mayNotLogIn],
});

/** The nickname of a profile, in any case, or its id. One that no profile can have is a 404. */
export const profileKey = z.string().refine((text) => /^[\p{L}\p{N}_-]{1,64}$/u.test(text), {
  error: missingProfile.message,
  params: { missing: missingProfile },
});

export const getProfile = call({
  name: 'getProfile',
  context: 'accounts',
  summary: 'A profile, by its nickname',
  method: 'GET',
  path: '/api/profile/{nickname}',
  who: 'optional',
  params: z.object({ nickname: profileKey }),
  answer: profile,
  errors: ['PROFILE_NOT_FOUND'],
});

export const updateProfile = call({
  name: 'updateProfile',
  context: 'accounts',
  summary: 'Changes the profile name',
  method: 'PUT',
  path: '/api/updateProfile',
  who: 'user',
  body: z.object({
    type: z.literal('profileName', { error: 'Only the profile name can be changed by this call.' }),
    newData: ruledText('Name', nameProblem),
  }),
  answer: sessionUser,
  errors: ['SAME_PROFILE_NAME'],
});

export const updateProfileAndToken = call({
  name: 'updateProfileAndToken',
  context: 'accounts',
  summary: 'Changes the nickname; the answer carries a new token and the old one is refused from then on',
  method: 'PUT',
  path: '/api/updateProfileAndToken',
  who: 'user',
  body: z.object({
    type: z.literal('nickname', { error: 'Only the nickname can be changed by this call.' }),
    newData: ruledText('Nickname', nicknameProblem),
  }),
  answer: authResponse,
  errors: ['SAME_NICKNAME', 'NICKNAME_TAKEN'],
});

export const deactivateProfile = call({
  name: 'deactivateProfile',
  context: 'accounts',
  summary: 'Deactivates the account; all of its tokens are refused from then on',
  method: 'PUT',
  path: '/api/profile/deactivate',
  who: 'user',
  answer: done,
});

/** Id of an account in a path. */
export const accountParams = z.object({ id: idOf(missingProfile) });
