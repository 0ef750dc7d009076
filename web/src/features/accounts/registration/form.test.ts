import { checkBirthdate } from '../../../../../contract/rules/accounts.ts';
import { loadTexts } from '../../../i18n/index.ts';
import { getBirthdateBounds } from './birthdate.ts';
import {
  EMPTY_FORM,
  findInvalidStep,
  type RegistrationValues,
  STEPS_BY_KIND,
  toFieldProblems,
  validateField,
  validateForm,
} from './form.ts';

beforeAll(() => loadTexts('accounts'));

const TODAY = '2026-11-21';

const completeForm: RegistrationValues = {
  kind: 'ORG',
  username: 'marmot7',
  password: 'Secret123',
  confirmPassword: 'Secret123',
  email: 'marmot@example.org',
  name: 'Marta',
  surnames: '',
  birthdate: '1990-05-01',
  gender: 'F',
  orgName: 'Fox Friends',
  website: '',
  registrationNumber: '',
  category: 'SPA',
  consent: true,
};

test('has three steps after the kind for people and four for organizations', () => {
  expect(STEPS_BY_KIND.USER).toEqual(['kind', 'account', 'person', 'consent']);
  expect(STEPS_BY_KIND.ORG).toEqual(['kind', 'account', 'person', 'organization', 'consent']);
});

test('accepts a complete form with or without surnames', () => {
  expect(validateForm(completeForm, TODAY)).toEqual({});
  expect(validateForm({ ...completeForm, surnames: 'Prados Vila' }, TODAY)).toEqual({});
});

test('lists what is missing in an empty form', () => {
  expect(validateForm(EMPTY_FORM, TODAY)).toMatchObject({
    username: { message: 'Username cannot be empty.' },
    password: { message: 'Password cannot be empty.' },
    email: { message: 'Email must be valid.' },
    name: { message: 'Name cannot be empty.' },
    birthdate: { message: 'Birthdate cannot be empty.' },
  });
});

test('requires name and category of organizations only', () => {
  const incompleteForm = { ...completeForm, orgName: '', category: '' };
  expect(Object.keys(validateForm(incompleteForm, TODAY))).toEqual(['orgName', 'category']);
  expect(validateForm({ ...incompleteForm, kind: 'USER' }, TODAY)).toEqual({});
});

test('checks texts trimmed, and the password as typed', () => {
  expect(validateField('username', { ...completeForm, username: '  marmot7 ' }, TODAY)).toBeNull();
  expect(validateField('password', { ...completeForm, password: ' Secret123' }, TODAY)).toMatchObject({
    code: 'PASSWORD_NOT_SECURE',
  });
  expect(validateField('confirmPassword', { ...completeForm, confirmPassword: 'Secret124' }, TODAY)).toBe(
    'The password must be the same.',
  );
});

test.each([
  [{ consent: false }, 4],
  [{ orgName: 'x', consent: false }, 3],
  [{ gender: '', orgName: 'x' }, 2],
  [{ email: 'nowhere', gender: '' }, 1],
])('finds for %j the invalid step %i', (change, step) => {
  expect(findInvalidStep(validateForm({ ...completeForm, ...change }, TODAY), 'ORG')).toBe(step);
});

test('finds no invalid step without problems', () => {
  expect(findInvalidStep({}, 'USER')).toBeNull();
});

test.each(['2026-11-21', '2028-02-29', '2027-03-01', '2000-02-29'])(
  'on %s offers exactly the birthdates that are valid',
  (today) => {
    const { min, max } = getBirthdateBounds(today);
    const addDays = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    for (const day of [min, max]) expect([day, checkBirthdate(day, today)]).toEqual([day, null]);
    for (const day of [addDays(min, -1), addDays(max, 1)])
      expect([day, checkBirthdate(day, today)?.code]).toEqual([day, 'AGE_OUT_OF_RANGE']);
  },
);

test('maps problems of the server to their fields', () => {
  const createProblem = (code: string) => ({ code, params: {}, message: 'Known.' });
  const takenProblem = createProblem('USERNAME_TAKEN');
  expect(toFieldProblems(takenProblem)).toEqual({ username: takenProblem });
  expect(toFieldProblems(createProblem('EMAIL_TAKEN'))).toEqual({ email: createProblem('EMAIL_TAKEN') });
  const insecure = { path: 'profileData.password', ...createProblem('PASSWORD_NOT_SECURE') };
  const nameless = { path: 'orgData.orgName', ...createProblem('NAME_EMPTY') };
  const issues = [insecure, nameless, { path: 'somewhere.else', ...createProblem('INVALID_INPUT') }];
  expect(toFieldProblems({ ...createProblem('PASSWORD_NOT_SECURE'), issues })).toEqual({
    password: insecure,
    orgName: nameless,
  });
  expect(toFieldProblems(createProblem('SLOW_DOWN'))).toEqual({});
});
