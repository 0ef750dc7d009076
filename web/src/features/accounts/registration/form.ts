import type { registerOrganization, registerUser } from '../../../../../contract/accounts.ts';
import type { BodyOf } from '../../../../../contract/call.ts';
import type { Problem } from '../../../../../contract/problems.ts';
import {
  checkBirthdate,
  checkEmail,
  checkName,
  checkPassword,
  checkRegistrationNumber,
  checkSurnames,
  checkUsername,
  checkWebsite,
  GENDERS,
  ORGANIZATION_CATEGORIES,
} from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import type { ApiFailure } from '../../../api/failure.ts';
import { i18n, type Message } from '../../../i18n/index.ts';

/** Kinds of accounts that can be registered. */
export type AccountKind = 'USER' | 'ORG';

export const EMPTY_FORM = {
  kind: 'USER' as AccountKind,
  username: '',
  password: '',
  confirmPassword: '',
  email: '',
  name: '',
  surnames: '',
  birthdate: '',
  gender: '',
  orgName: '',
  category: '',
  website: '',
  registrationNumber: '',
  consent: false,
};

/** Values of the wizard's fields, as typed. */
export type RegistrationValues = Readonly<typeof EMPTY_FORM>;

/** Field of the wizard that is validated. */
export type RegistrationField = Exclude<keyof RegistrationValues, 'kind'>;

/** Errors by field. */
export type RegistrationProblems = Readonly<Partial<Record<RegistrationField, Message>>>;

/** Steps of the wizard. The first step, which selects the account kind, does not count towards the progress. */
export type StepName = 'kind' | 'account' | 'person' | 'organization' | 'consent';

/** Steps for each account kind, in order. */
export const STEPS_BY_KIND: Readonly<Record<AccountKind, readonly StepName[]>> = {
  USER: ['kind', 'account', 'person', 'consent'],
  ORG: ['kind', 'account', 'person', 'organization', 'consent'],
};

/** Fields of each step, in display order. */
export const FIELDS_BY_STEP: Readonly<Record<StepName, readonly RegistrationField[]>> = {
  kind: [],
  account: ['username', 'password', 'confirmPassword', 'email'],
  person: ['name', 'surnames', 'birthdate', 'gender'],
  organization: ['orgName', 'category', 'website', 'registrationNumber'],
  consent: ['consent'],
};

type Check = (form: RegistrationValues, today: string) => Message | null;

const validateOption = (value: string, options: readonly string[], problem: string): string | null =>
  options.includes(value) ? null : problem;

const CHECKS: Readonly<Record<RegistrationField, Check>> = {
  username: ({ username }) => checkUsername(cleanText(username)),
  password: ({ password }) => checkPassword(password),
  confirmPassword: ({ password, confirmPassword }) =>
    password === confirmPassword ? null : i18n.t('accounts:problems.passwordsDiffer'),
  email: ({ email }) => checkEmail(cleanText(email)),
  name: ({ name }) => checkName(cleanText(name)),
  surnames: ({ surnames }) => checkSurnames(cleanText(surnames)),
  birthdate: ({ birthdate }, today) => checkBirthdate(birthdate, today),
  gender: ({ gender }) => validateOption(gender, GENDERS, i18n.t('accounts:problems.gender')),
  orgName: ({ orgName }) => checkName(cleanText(orgName)),
  category: ({ category }) =>
    validateOption(category, ORGANIZATION_CATEGORIES, i18n.t('accounts:problems.category')),
  website: ({ website }) => checkWebsite(cleanText(website)),
  registrationNumber: ({ registrationNumber }) => checkRegistrationNumber(cleanText(registrationNumber)),
  consent: ({ consent }) => (consent ? null : i18n.t('accounts:problems.consent')),
};

/** Returns the error in a field, or null. `today` is the UTC date as yyyy-mm-dd. */
export const validateField = (
  field: RegistrationField,
  form: RegistrationValues,
  today: string,
): Message | null => CHECKS[field](form, today);

/** Returns the errors that `validate` finds in the given fields. */
export function collectProblems(
  fields: readonly RegistrationField[],
  validate: (field: RegistrationField) => Message | null,
): RegistrationProblems {
  const fieldProblems = fields.map((field) => [field, validate(field)] as const);
  return Object.fromEntries(fieldProblems.filter(([, problem]) => problem !== null));
}

/** Returns the errors in all fields. */
export const validateForm = (form: RegistrationValues, today: string): RegistrationProblems =>
  collectProblems(
    STEPS_BY_KIND[form.kind].flatMap((step) => FIELDS_BY_STEP[step]),
    (field) => validateField(field, form, today),
  );

/** Returns the index of the first step with an error, or null if there is none. */
export function findInvalidStep(problems: RegistrationProblems, kind: AccountKind): number | null {
  const index = STEPS_BY_KIND[kind].findIndex((step) =>
    FIELDS_BY_STEP[step].some((field) => problems[field]),
  );
  return index < 0 ? null : index;
}

const FIELD_BY_CODE: Readonly<Record<string, RegistrationField>> = {
  USERNAME_TAKEN: 'username',
  NICKNAME_TAKEN: 'username',
  EMAIL_TAKEN: 'email',
};

/** Returns the server's errors by field, or an empty object if they do not refer to fields. */
export function toFieldProblems(failure: Pick<ApiFailure, keyof Problem | 'issues'>): RegistrationProblems {
  const takenField = FIELD_BY_CODE[failure.code];
  if (takenField) return { [takenField]: failure };
  const problems: Partial<Record<RegistrationField, Message>> = {};
  for (const issue of failure.issues ?? []) {
    // The path is, for example, `profileData.username`.
    const name = issue.path.split('.').at(-1);
    const field = Object.values(FIELDS_BY_STEP)
      .flat()
      .find((formField) => formField === name);
    if (field) problems[field] ??= issue;
  }
  return problems;
}

/** Builds the request body for a person from a valid form. */
export function createPersonalBody(form: RegistrationValues): BodyOf<typeof registerUser> {
  const { username, password, email, name, surnames, birthdate } = form;
  return {
    profileData: { username, password, email },
    personalData: { name, surnames, birthdate, gender: form.gender as (typeof GENDERS)[number] },
  };
}

/** Builds the request body for an organization from a valid form. */
export const createOrganizationBody = (form: RegistrationValues): BodyOf<typeof registerOrganization> => ({
  ...createPersonalBody(form),
  orgData: {
    orgName: form.orgName,
    category: form.category as (typeof ORGANIZATION_CATEGORIES)[number],
    ...(form.website && { website: form.website }),
    ...(form.registrationNumber && { registrationNumber: form.registrationNumber }),
  },
});
