import fc from 'fast-check';
import {
  checkBirthdate,
  checkEmail,
  checkName,
  checkNickname,
  checkPassword,
  checkSurnames,
  checkUsername,
} from './rules.ts';

test.each([
  ['', 'Username cannot be empty.'],
  ['ana maria', 'Username can only contain letters and numbers.'],
  ['ana_maria', 'Username can only contain letters and numbers.'],
  ['anaé1', 'Username can only contain letters and numbers.'],
  ['ana1', 'Username must be between 5 and 18 characters.'],
  ['a'.repeat(19), 'Username must be between 5 and 18 characters.'],
  ['ana12', null],
  ['peñaça', null],
  ['a'.repeat(18), null],
])('username %j: %s', (username, problem) => expect(checkUsername(username)?.message ?? null).toBe(problem));

test.each([
  ['', 'Password cannot be empty.'],
  ['Abcdef1', 'The password is not secure.'],
  [`Abcdef1${'x'.repeat(18)}`, 'The password is not secure.'],
  ['abcdefg1', 'The password is not secure.'],
  ['ABCDEFG1', 'The password is not secure.'],
  ['Abcdefgh', 'The password is not secure.'],
  ['Abc defg1', 'The password is not secure.'],
  ['Abcdefg1', null],
  ['Abcdefg1!', null],
  [`Abcdef1${'x'.repeat(17)}`, null],
])('password %j: %s', (password, problem) => expect(checkPassword(password)?.message ?? null).toBe(problem));

test.each([
  ['', 'Name cannot be empty.'],
  ['R2', 'Name can only contain letters.'],
  ['Ana  Maria', 'Name can only contain letters.'],
  ['Al', 'Name must be between 3 and 20 characters.'],
  ['A'.repeat(21), 'Name must be between 3 and 20 characters.'],
  ['Ana Maria', null],
  ['Begoña Çelik', null],
  ['\u0301\u0301\u0301', 'Name must contain at least one letter.'],
  ['\u0301 \u0301', 'Name must contain at least one letter.'],
  ['मीरा', null],
  ...['\u3164', '\u115f', '\uffa0', '\u034f', '\ufe0f'].map((invisible): [string, string] => [
    `Ana${invisible}`,
    'Name can only contain letters.',
  ]),
])('name %j: %s', (name, problem) => expect(checkName(name)?.message ?? null).toBe(problem));

test('surnames may be empty and contain only letters', () => {
  expect(checkSurnames('')).toBeNull();
  expect(checkSurnames('García Márquez')).toBeNull();
  expect(checkSurnames('Gar-cía')?.message ?? null).toBe('Surnames can only contain letters.');
  expect(checkSurnames('\u3164')?.message ?? null).toBe('Surnames can only contain letters.');
});

test('surnames need at least one letter', () =>
  expect(checkSurnames('\u0301\u0301')?.message ?? null).toBe('Surnames must contain at least one letter.'));

test.each(['a@b.co', 'first.last+tag@sub.example.org'])('email %s is accepted', (email) =>
  expect(checkEmail(email)).toBeNull(),
);
test.each(['', 'a', 'a@b', '@b.co', 'a b@c.co', 'a@-b.co', `${'a'.repeat(250)}@b.co`])(
  'email %j is refused',
  (email) => expect(checkEmail(email)?.message ?? null).toBe('Email must be valid.'),
);

test.each([
  ['abcd', 'Nickname must be between 5 and 18 characters.'],
  ['a'.repeat(16), 'Nickname must be between 5 and 18 characters.'],
  ['ab cd', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['ab-cd', "The nickname cannot contain spaces or special characters (Except '_')."],
  ['ab_cd', null],
  ['a'.repeat(15), null],
])('nickname %j: %s', (nickname, problem) => expect(checkNickname(nickname)?.message ?? null).toBe(problem));

test.each([
  ['', 'Birthdate cannot be empty.'],
  ['21/11/2000', 'Invalid birthdate format.'],
  ['2000-02-30', 'Invalid birthdate format.'],
  ['2008-11-22', 'You must be between 18 and 99 years old.'],
  ['2008-11-21', null],
  ['1926-11-22', null],
  ['1926-11-21', 'You must be between 18 and 99 years old.'],
])('birthdate %j on 2026-11-21: %s', (birthdate, problem) =>
  expect(checkBirthdate(birthdate, '2026-11-21')?.message ?? null).toBe(problem),
);

test('no rule throws on any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const rule of [checkUsername, checkPassword, checkName, checkSurnames, checkEmail, checkNickname])
        rule(text);
      checkBirthdate(text, '2026-11-21');
    }),
  );
});
