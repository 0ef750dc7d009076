import type { registerOrganization, registerUser } from '../../../../../contract/accounts.ts';
import type { BodyOf } from '../../../../../contract/call.ts';
import {
  birthdateProblem,
  emailProblem,
  GENDERS,
  nameProblem,
  ORGANIZATION_CATEGORIES,
  passwordProblem,
  registrationNumberProblem,
  surnamesProblem,
  usernameProblem,
  websiteProblem,
} from '../../../../../contract/rules/accounts.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import { i18n, type Message } from '../../../i18n/index.ts';

/** Kinds of accounts to register. */
export type AccountKind = 'USER' | 'ORG';

/** Values of the wizard's fields, as typed. */
export interface RegistrationForm {
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

export type RegistrationField = Exclude<keyof RegistrationForm, 'kind'>;

/** Errors by field. */
export type RegistrationProblems = Readonly<Partial<Record<RegistrationField, Message>>>;

/** Steps of the wizard. The first one, the choice of the kind, is not counted in the progress. */
export type StepName = 'kind' | 'account' | 'person' | 'organization' | 'consent';

export const emptyForm: RegistrationForm = {
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

/** Steps for a kind of account, in order. */
export const stepsOf = (kind: AccountKind): readonly StepName[] => STEPS[kind];

/** Fields of a step, in the order of the screen. */
export const fieldsOf = (step: StepName): readonly RegistrationField[] => FIELDS[step];

type Check = (form: RegistrationForm, today: string) => Message | null;

const oneOf = (value: string, offered: readonly string[], problem: string): string | null =>
  offered.includes(value) ? null : problem;

const CHECKS: Readonly<Record<RegistrationField, Check>> = {
  username: ({ username }) => usernameProblem(cleanText(username)),
  password: ({ password }) => passwordProblem(password),
  confirmPassword: ({ password, confirmPassword }) =>
    password === confirmPassword ? null : i18n.t('accounts:problems.passwordsDiffer'),
  email: ({ email }) => emailProblem(cleanText(email)),
  name: ({ name }) => nameProblem(cleanText(name)),
  surnames: ({ surnames }) => surnamesProblem(cleanText(surnames)),
  birthdate: ({ birthdate }, today) => birthdateProblem(birthdate, today),
  gender: ({ gender }) => oneOf(gender, GENDERS, i18n.t('accounts:problems.gender')),
  orgName: ({ orgName }) => nameProblem(cleanText(orgName)),
  category: ({ category }) => oneOf(category, ORGANIZATION_CATEGORIES, i18n.t('accounts:problems.category')),
  website: ({ website }) => websiteProblem(cleanText(website)),
  registrationNumber: ({ registrationNumber }) => registrationNumberProblem(cleanText(registrationNumber)),
  consent: ({ consent }) => (consent ? null : i18n.t('accounts:problems.consent')),
};

/** Error of one field, or null; `today` is the date in UTC as yyyy-mm-dd. */
export const problemOf = (field: RegistrationField, form: RegistrationForm, today: string): Message | null =>
  CHECKS[field](form, today);

/** Errors of some fields. */
export function problemsOf(
  fields: readonly RegistrationField[],
  form: RegistrationForm,
  today: string,
): RegistrationProblems {
  const found = fields.map((field) => [field, problemOf(field, form, today)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/** Errors of all fields. */
export const allProblems = (form: RegistrationForm, today: string): RegistrationProblems =>
  problemsOf(stepsOf(form.kind).flatMap(fieldsOf), form, today);

/** Index of the first step with an error, or null. */
export function firstStepWith(problems: RegistrationProblems, kind: AccountKind): number | null {
  const index = stepsOf(kind).findIndex((step) => fieldsOf(step).some((field) => problems[field]));
  return index < 0 ? null : index;
}

/** Body of POST /api/register/USER. */
export type PersonalBody = BodyOf<typeof registerUser>;
/** Body of POST /api/register/ORG. */
export type OrganizationBody = BodyOf<typeof registerOrganization>;

/** Builds the request body of a person from a valid form. */
export function personalBody(form: RegistrationForm): PersonalBody {
  const { username, password, email, name, surnames, birthdate } = form;
  return {
    profileData: { username, password, email },
    personalData: { name, surnames, birthdate, gender: form.gender as (typeof GENDERS)[number] },
  };
}

/** Builds the request body of an organization from a valid form. */
export const organizationBody = (form: RegistrationForm): OrganizationBody => ({
  ...personalBody(form),
  orgData: {
    orgName: form.orgName,
    category: form.category as (typeof ORGANIZATION_CATEGORIES)[number],
    ...(form.website && { website: form.website }),
    ...(form.registrationNumber && { registrationNumber: form.registrationNumber }),
  },
});
