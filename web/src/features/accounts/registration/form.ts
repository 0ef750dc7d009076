import type { registerOrganization, registerUser } from '../../../../../contract/accounts.ts';
import type { BodyOf } from '../../../../../contract/call.ts';
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
import { i18n, type Message } from '../../../i18n/index.ts';

/** Kinds of accounts that can be registered. */
export type AccountKind = 'USER' | 'ORG';

/** Values of the wizard's fields, as typed. */
export interface RegistrationValues {
  readonly kind: AccountKind;
  readonly username: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly email: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: string;
  readonly gender: string;
  readonly orgName: string;
  readonly category: string;
  readonly website: string;
  readonly registrationNumber: string;
  readonly consent: boolean;
}

export type RegistrationField = Exclude<keyof RegistrationValues, 'kind'>;

/** Errors by field. */
export type RegistrationProblems = Readonly<Partial<Record<RegistrationField, Message>>>;

/** Steps of the wizard. The first step, which selects the account kind, does not count towards the progress. */
export type StepName = 'kind' | 'account' | 'person' | 'organization' | 'consent';

export const EMPTY_FORM: RegistrationValues = {
  kind: 'USER',
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

const STEPS: Readonly<Record<AccountKind, readonly StepName[]>> = {
  USER: ['kind', 'account', 'person', 'consent'],
  ORG: ['kind', 'account', 'person', 'organization', 'consent'],
};

const FIELDS: Readonly<Record<StepName, readonly RegistrationField[]>> = {
  kind: [],
  account: ['username', 'password', 'confirmPassword', 'email'],
  person: ['name', 'surnames', 'birthdate', 'gender'],
  organization: ['orgName', 'category', 'website', 'registrationNumber'],
  consent: ['consent'],
};

/** Returns the steps for an account kind, in order. */
export const getSteps = (kind: AccountKind): readonly StepName[] => STEPS[kind];

/** Returns the fields of a step, in display order. */
export const getFields = (step: StepName): readonly RegistrationField[] => FIELDS[step];

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

/** Returns the errors in the given fields. */
export function validateFields(
  fields: readonly RegistrationField[],
  form: RegistrationValues,
  today: string,
): RegistrationProblems {
  const fieldProblems = fields.map((field) => [field, validateField(field, form, today)] as const);
  return Object.fromEntries(fieldProblems.filter(([, problem]) => problem !== null));
}

/** Returns the errors in all fields. */
export const validateForm = (form: RegistrationValues, today: string): RegistrationProblems =>
  validateFields(getSteps(form.kind).flatMap(getFields), form, today);

/** Returns the index of the first step with an error, or null if there is none. */
export function findInvalidStep(problems: RegistrationProblems, kind: AccountKind): number | null {
  const index = getSteps(kind).findIndex((step) => getFields(step).some((field) => problems[field]));
  return index < 0 ? null : index;
}

/** Request body for POST /api/register/USER. */
type PersonalBody = BodyOf<typeof registerUser>;
/** Request body for POST /api/register/ORG. */
export type OrganizationBody = BodyOf<typeof registerOrganization>;

/** Builds the request body for a person from a valid form. */
export function createPersonalBody(form: RegistrationValues): PersonalBody {
  const { username, password, email, name, surnames, birthdate } = form;
  return {
    profileData: { username, password, email },
    personalData: { name, surnames, birthdate, gender: form.gender as (typeof GENDERS)[number] },
  };
}

/** Builds the request body for an organization from a valid form. */
export const createOrganizationBody = (form: RegistrationValues): OrganizationBody => ({
  ...createPersonalBody(form),
  orgData: {
    orgName: form.orgName,
    category: form.category as (typeof ORGANIZATION_CATEGORIES)[number],
    ...(form.website && { website: form.website }),
    ...(form.registrationNumber && { registrationNumber: form.registrationNumber }),
  },
});
