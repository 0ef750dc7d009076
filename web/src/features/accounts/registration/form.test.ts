import { birthdateProblem } from '../../../../../contract/rules/accounts.ts';
import { loadTexts } from '../../../i18n/index.ts';
import { birthdateBounds } from './birthdate.ts';
import { allProblems, emptyForm, firstStepWith, problemOf, type RegistrationForm, stepsOf } from './form.ts';
import { serverProblems } from './server-problems.ts';

beforeAll(() => loadTexts('accounts'));

const TODAY = '2026-11-21';

const whole: RegistrationForm = {
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

test('people take three steps after the choice of the kind, organizations four', () => {
  expect(stepsOf('USER')).toEqual(['kind', 'account', 'person', 'consent']);
  expect(stepsOf('ORG')).toEqual(['kind', 'account', 'person', 'organization', 'consent']);
});

test('a whole form has no problem, with or without surnames', () => {
  expect(allProblems(whole, TODAY)).toEqual({});
  expect(allProblems({ ...whole, surnames: 'Prados Vila' }, TODAY)).toEqual({});
});

test('an empty form says what is missing', () => {
  expect(allProblems(emptyForm, TODAY)).toMatchObject({
    username: { message: 'Username cannot be empty.' },
    password: { message: 'Password cannot be empty.' },
    email: { message: 'Email must be valid.' },
    name: { message: 'Name cannot be empty.' },
    birthdate: { message: 'Birthdate cannot be empty.' },
  });
});

test('an organization is asked for its name and category, a person is not', () => {
  const missing = { ...whole, orgName: '', category: '' };
  expect(Object.keys(allProblems(missing, TODAY))).toEqual(['orgName', 'category']);
  expect(allProblems({ ...missing, kind: 'USER' }, TODAY)).toEqual({});
});

test('texts are checked as the server keeps them: trimmed, the password as typed', () => {
  expect(problemOf('username', { ...whole, username: '  marmot7 ' }, TODAY)).toBeNull();
  expect(problemOf('password', { ...whole, password: ' Secret123' }, TODAY)).toMatchObject({
    code: 'PASSWORD_NOT_SECURE',
  });
  expect(problemOf('confirmPassword', { ...whole, confirmPassword: 'Secret124' }, TODAY)).toBe(
    'The password must be the same.',
  );
});

test.each([
  [{ consent: false }, 4],
  [{ orgName: 'x', consent: false }, 3],
  [{ gender: '', orgName: 'x' }, 2],
  [{ email: 'nowhere', gender: '' }, 1],
])('the first step with a problem for %j is %i', (change, step) => {
  expect(firstStepWith(allProblems({ ...whole, ...change }, TODAY), 'ORG')).toBe(step);
});

test('without problems there is no such step', () => {
  expect(firstStepWith({}, 'USER')).toBeNull();
});

test.each(['2026-11-21', '2028-02-29', '2027-03-01', '2000-02-29'])(
  'on %s the picker offers exactly the birthdates that are taken',
  (today) => {
    const { min, max } = birthdateBounds(today);
    const beside = (day: string, days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    for (const day of [min, max]) expect([day, birthdateProblem(day, today)]).toEqual([day, null]);
    for (const day of [beside(min, -1), beside(max, 1)])
      expect([day, birthdateProblem(day, today)?.code]).toEqual([day, 'AGE_OUT_OF_RANGE']);
  },
);

test('refusals by the server find their fields', () => {
  const problem = (code: string) => ({ code, params: {}, message: 'Known.' });
  const taken = problem('USERNAME_TAKEN');
  expect(serverProblems(taken)).toEqual({ username: taken });
  expect(serverProblems(problem('EMAIL_TAKEN'))).toEqual({ email: problem('EMAIL_TAKEN') });
  const insecure = { path: 'profileData.password', ...problem('PASSWORD_NOT_SECURE') };
  const nameless = { path: 'orgData.orgName', ...problem('NAME_EMPTY') };
  const issues = [insecure, nameless, { path: 'somewhere.else', ...problem('INVALID_INPUT') }];
  expect(serverProblems({ ...problem('PASSWORD_NOT_SECURE'), issues })).toEqual({
    password: insecure,
    orgName: nameless,
  });
  expect(serverProblems(problem('SLOW_DOWN'))).toEqual({});
});
