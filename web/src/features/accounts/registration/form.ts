import type { registerOrganization, registerUser } from '../../../../../api/contract/accounts.ts';
import type { BodyOf } from '../../../../../api/contract/call.ts';
import {
  birthdateProblem,
  cleanText,
  emailProblem,
  GENDERS,
  nameProblem,
  ORGANIZATION_CATEGORIES,
  passwordProblem,
  registrationNumberProblem,
  surnamesProblem,
  usernameProblem,
  websiteProblem,
} from '../../../../../api/contract/rules.ts';

/** Who registers. */
export type AccountKind = 'USER' | 'ORG';

/** What the wizard asks, as it is typed. */
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

/** What is wrong, by field. */
export type RegistrationProblems = Readonly<Partial<Record<RegistrationField, string>>>;

/** The steps of the wizard; the first one, the choice of the kind, does not count in the progress. */
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

/** Steps that a kind of account goes through, in order. */
export const stepsOf = (kind: AccountKind): readonly StepName[] => STEPS[kind];

/** What a step asks, in the order of the screen. */
export const fieldsOf = (step: StepName): readonly RegistrationField[] => FIELDS[step];

type Check = (form: RegistrationForm, today: string) => string | null;

const oneOf = (value: string, offered: readonly string[], sentence: string): string | null =>
  offered.includes(value) ? null : sentence;

const CHECKS: Readonly<Record<RegistrationField, Check>> = {
  username: ({ username }) => usernameProblem(cleanText(username)),
  password: ({ password }) => passwordProblem(password),
  confirmPassword: ({ password, confirmPassword }) =>
    password === confirmPassword ? null : 'The password must be the same.',
  email: ({ email }) => emailProblem(cleanText(email)),
  name: ({ name }) => nameProblem(cleanText(name)),
  surnames: ({ surnames }) => surnamesProblem(cleanText(surnames)),
  birthdate: ({ birthdate }, today) => birthdateProblem(birthdate, today),
  gender: ({ gender }) => oneOf(gender, GENDERS, 'Please choose one of the genders.'),
  orgName: ({ orgName }) => nameProblem(cleanText(orgName)),
  category: ({ category }) =>
    oneOf(category, ORGANIZATION_CATEGORIES, 'Please choose one of the categories.'),
  website: ({ website }) => websiteProblem(cleanText(website)),
  registrationNumber: ({ registrationNumber }) => registrationNumberProblem(cleanText(registrationNumber)),
  consent: ({ consent }) =>
    consent ? null : 'You must accept the terms and conditions and the privacy policy.',
};

/** What is wrong with one field, or null; `today` is the day in UTC as yyyy-mm-dd. */
export const problemOf = (field: RegistrationField, form: RegistrationForm, today: string): string | null =>
  CHECKS[field](form, today);

/** What is wrong with some fields. */
export function problemsOf(
  fields: readonly RegistrationField[],
  form: RegistrationForm,
  today: string,
): RegistrationProblems {
  const found = fields.map((field) => [field, problemOf(field, form, today)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

/** Everything that is wrong with the form as a whole. */
export const allProblems = (form: RegistrationForm, today: string): RegistrationProblems =>
  problemsOf(stepsOf(form.kind).flatMap(fieldsOf), form, today);

/** The number of the first step that has a problem, or null. */
export function firstStepWith(problems: RegistrationProblems, kind: AccountKind): number | null {
  const index = stepsOf(kind).findIndex((step) => fieldsOf(step).some((field) => problems[field]));
  return index < 0 ? null : index;
}

/** The body of POST /api/register/USER. */
export type PersonalBody = BodyOf<typeof registerUser>;
/** The body of POST /api/register/ORG. */
export type OrganizationBody = BodyOf<typeof registerOrganization>;

/** What is sent for a form without problems. */
export function personalBody(form: RegistrationForm): PersonalBody {
  const { username, password, email, name, surnames, birthdate } = form;
  return {
    profileData: { username, password, email },
    personalData: { name, surnames, birthdate, gender: form.gender as (typeof GENDERS)[number] },
  };
}

/** What is sent for an organization's form without problems. */
export const organizationBody = (form: RegistrationForm): OrganizationBody => ({
  ...personalBody(form),
  orgData: {
    orgName: form.orgName,
    category: form.category as (typeof ORGANIZATION_CATEGORIES)[number],
    ...(form.website && { website: form.website }),
    ...(form.registrationNumber && { registrationNumber: form.registrationNumber }),
  },
});
